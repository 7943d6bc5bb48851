import type { JobHandle, Packshot, StartOptions } from '@packshot/client';
import type { ImageProbe } from '@packshot/image-engine/pixels';
import type { Photo } from '../photos/find.ts';

/** What was asked of a tool on a server, for all photos. */
export interface RemoteJob {
  /** Results for each photo. */
  readonly variants: number;
  /** Of a photo's job, whatever it makes. */
  readonly credits: number;
  /** Throws for what can be refused by a photo's header. */
  readonly check?: (header: ImageProbe) => void;
  /** The path of the mask that the photo is worked on with. */
  readonly maskOf?: (photo: Pick<Photo, 'name' | 'dir'>) => string;
  /** Everything that was set: identifies results. */
  readonly asked: object;
  readonly begin: (packshot: Packshot, pictures: SentPictures, options: StartOptions) => Promise<JobHandle>;
}

interface SentPictures {
  readonly image: Blob;
  readonly mask?: Blob;
}
