/**
 * Surfaces drawn in memory (Skia as WebAssembly) without the browser's canvas. Pixels are exact at any size that fits
 * in memory. The 8 MB library loads only if the canvas can't be used.
 */
import type { CanvasKit, EmbindObject, Image, Surface as SkiaSurface } from 'canvaskit-wasm';
import { SoftwareContext } from './software-context.ts';
import type { Bitmap, Drawable, Surface, Surfaces } from './surface-types.ts';

export interface SoftwareSurfaces extends Surfaces {
  /** Frees the memory of all objects created since the last call of this method. */
  freeAll(): void;
}

class DecodedImage implements Bitmap {
  readonly width: number;
  readonly height: number;
  readonly image: Image;
  constructor(image: Image) {
    this.image = image;
    this.width = image.width();
    this.height = image.height();
  }
  close(): void {
    // Does nothing: `freeAll` frees the image after the job, because a mipmapped copy may still be drawn.
  }
}

class SurfaceCanvas implements Drawable {
  readonly width: number;
  readonly height: number;
  readonly skia: SkiaSurface;
  constructor(skia: SkiaSurface, widthPx: number, heightPx: number) {
    this.skia = skia;
    this.width = widthPx;
    this.height = heightPx;
  }
}

const toSurfaceCanvas = ({ canvas }: Surface): SurfaceCanvas => canvas as SurfaceCanvas;

export function softwareSurfaces(kit: CanvasKit): SoftwareSurfaces {
  const allocations = new Set<EmbindObject<string>>();
  const track = <Kind extends EmbindObject<string>>(object: Kind): Kind => {
    allocations.add(object);
    return object;
  };
  const RGBA = {
    colorType: kit.ColorType.RGBA_8888,
    alphaType: kit.AlphaType.Unpremul,
    colorSpace: kit.ColorSpace.SRGB,
  };
  const formats = new Map([
    ['image/png', kit.ImageFormat.PNG],
    ['image/jpeg', kit.ImageFormat.JPEG],
    ['image/webp', kit.ImageFormat.WEBP],
  ]);
  /** Image to draw for a drawable, and whether it is a copy, which the caller has to delete. */
  const getImage = (drawable: Drawable): { readonly image: Image; readonly isCopy: boolean } =>
    drawable instanceof SurfaceCanvas
      ? { image: drawable.skia.makeImageSnapshot(), isCopy: true }
      : { image: (drawable as DecodedImage).image, isCopy: false };
  const create = (widthPx: number, heightPx: number): Surface => {
    const skia = kit.MakeSurface(widthPx, heightPx);
    if (!skia) throw new Error('There is no memory for a picture of this size.');
    track(skia);
    return {
      canvas: new SurfaceCanvas(skia, widthPx, heightPx),
      context: new SoftwareContext(kit, skia.getCanvas(), getImage),
    };
  };

  return {
    create,
    read(drawing, xPx, yPx, widthPx, heightPx) {
      const info = { ...RGBA, width: widthPx, height: heightPx };
      const pixels = toSurfaceCanvas(drawing).skia.getCanvas().readPixels(xPx, yPx, info);
      if (!(pixels instanceof Uint8Array)) throw new Error('The pixels could not be read.');
      return new ImageData(new Uint8ClampedArray(pixels), widthPx, heightPx);
    },
    write(onto, { data, width, height }, xPx, yPx) {
      const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const { colorType, alphaType, colorSpace } = RGBA;
      const canvas = toSurfaceCanvas(onto).skia.getCanvas();
      canvas.writePixels(bytes, width, height, xPx, yPx, alphaType, colorType, colorSpace);
    },
    async encode(drawing, mimeType, quality) {
      const format = formats.get(mimeType) ?? kit.ImageFormat.PNG;
      const source = mimeType === 'image/jpeg' ? onBlack(create, drawing) : drawing;
      const { image } = getImage(source.canvas);
      const bytes = image.encodeToBytes(format, Math.round(quality * 100));
      image.delete();
      if (!bytes) throw new Error(`No file of type ${mimeType} could be written.`);
      return new Blob([new Uint8Array(bytes)], { type: formats.has(mimeType) ? mimeType : 'image/png' });
    },
    async decode(file) {
      const image = kit.MakeImageFromEncoded(await file.arrayBuffer());
      if (!image) throw new Error('The picture could not be decoded.');
      return new DecodedImage(track(image));
    },
    freeAll() {
      for (const object of allocations) object.delete();
      allocations.clear();
    },
  };
}

/** Draws a surface on black, because JPEG has no alpha; browsers do the same. */
function onBlack(create: (widthPx: number, heightPx: number) => Surface, drawing: Surface): Surface {
  const { width, height } = drawing.canvas;
  const opaque = create(width, height);
  opaque.context.fillStyle = '#000';
  opaque.context.fillRect(0, 0, width, height);
  opaque.context.drawImage(drawing.canvas, 0, 0);
  return opaque;
}
