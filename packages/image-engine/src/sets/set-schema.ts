import { z } from 'zod';
import { SET_SCALES } from '../pixels/stage/studio-set.ts';
import type { StudioSet } from '../pixels/stage/studio-set.ts';

const vector3 = z.tuple([z.number(), z.number(), z.number()]);
const row4 = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const hexColor = z.string().regex(/^#[0-9a-f]{6}$/);
const fileName = z.string().regex(/^[a-z0-9-]+\.(avif|webp)$/);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
const fraction = z.number().min(0).max(1);

/**
 * Schema of `set.json`: one studio set seen by one camera. Lengths are in decimeters, X right, Y away from the camera,
 * Z up; positions in the picture are fractions of the rendered picture's width and height from its top left corner.
 */
export const studioSetSchema = z.strictObject({
  format: z.literal(1),
  id: slug,
  /** Family to which the set belongs: sets that show one scene from several cameras. */
  family: slug,
  view: slug,
  title: z.string().min(3),
  version: z.int().positive(),
  /** Scale of the products that suit the set; `tabletop` by default. */
  scale: z.enum(SET_SCALES).optional(),
  widthPx: z.int().min(1280),
  heightPx: z.int().min(1280),
  camera: z.strictObject({
    elevationDeg: z.number().min(-10).max(90),
    focalLengthMm: z.number().positive(),
    sensorMm: z.number().positive(),
    fovDeg: z.number().positive(),
    positionDm: vector3,
    /** World-to-camera matrix, row-major; the camera looks along −Z, and Y is up. */
    worldToCamera: z.tuple([row4, row4, row4, row4]),
    /** Height of the horizon in the picture, as a fraction; outside of 0 to 1 if it isn't visible. */
    horizon: z.number(),
  }),
  stage: z.strictObject({
    /** Point of the ground under the center of a product, or the point from which products hang. */
    worldDm: vector3,
    image: z.tuple([fraction, fraction]),
    maxWidthDm: z.number().positive(),
    maxHeightDm: z.number().positive(),
    maxWidth: fraction,
    maxHeight: fraction,
    /** True if products hang by their top from this point instead of standing on it. */
    hangs: z.boolean().optional(),
  }),
  /** Plane on which the product stands. */
  floor: z.strictObject({ normal: vector3, heightDm: z.number(), gloss: fraction, roughness: fraction }),
  lights: z
    .array(
      z.strictObject({
        id: slug,
        name: z.string().min(3),
        kind: z.enum(['sun', 'softbox', 'spot', 'practical', 'environment']),
        /** Unit vector from the product's position toward the light. */
        direction: vector3,
        angularSizeDeg: z.number().min(0).max(180),
        temperatureK: z.number().min(1000).max(40_000).nullable(),
        /** Default factor of the light's white layer in linear RGB, with a luminance of about 1. */
        color: vector3,
        weight: z.number().min(0),
        layer: z.strictObject({
          file: fileName,
          encoding: z.literal('log1p'),
          /**
           * Parameter of the layer's encoding: light = (exp(v · ln(1 + curve · max)) − 1) / curve, with v from 0 to 1.
           */
          curve: z.number().positive(),
          max: z.number().positive(),
        }),
      }),
    )
    .min(3),
  /** Reflectance layer, sRGB-encoded; every light layer was divided by max(albedo, floor). */
  albedo: z.strictObject({ file: fileName, encoding: z.literal('srgb'), floor: z.number().positive() }),
  tints: z.array(z.strictObject({ id: slug, file: fileName, color: hexColor })),
  depth: z.strictObject({
    file: fileName,
    /** Encoding of the distance along the view axis: 1/depth = 1/far + v · (1/near − 1/far), with v from 0 to 1. */
    encoding: z.literal('inverse'),
    nearDm: z.number().positive(),
    farDm: z.number().positive(),
    backdropDm: z.number().positive(),
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
  }),
  preview: fileName,
  /** Measurements of the packed layers (`lab/studio-sets/measure.ts`); without them, scene planning uses estimates. */
  measured: z
    .strictObject({
      /** Luminance of white paper at the product's position by light ID, under each light's white layer at weight 1. */
      stageLight: z.record(slug, z.number().min(0)),
      /** 90th percentile of the luminance under the default lights; 1 is paper white. */
      highlight: z.number().min(0),
      /** Fraction of the picture that each tint covers, by tint ID. */
      tintShares: z.record(slug, fraction),
      /** Mean color of the area behind the product, under the default lights. */
      behind: hexColor,
      /** Fraction of the area behind the product that each tint covers, by tint ID. */
      behindTintShares: z.record(slug, fraction),
    })
    .optional(),
  keywords: z.strictObject({
    worlds: z.array(z.string()).min(1),
    materials: z.array(z.string()).min(1),
    colors: z.array(z.string()).min(1),
    mood: z.array(z.string()).min(1),
    season: z.array(z.string()),
    light: z.array(z.string()).min(1),
  }),
  render: z.strictObject({
    renderer: z.string(),
    samples: z.int().positive(),
    /** SHA-256 of the scene script that rendered the set. */
    sceneHash: z.string().regex(/^[0-9a-f]{64}$/),
    /**
     * SHA-256 of the shared building blocks that the scene script uses; missing in sets rendered before this field
     * existed.
     */
    blocksHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
  }),
});

/** Description of a set in writable form, for creating `set.json`: the same fields as `StudioSet`. @lab */
export type StudioSetFile = z.infer<typeof studioSetSchema>;

type Frozen<T> = T extends object ? { readonly [Key in keyof T]: Frozen<T[Key]> } : T;
type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
// Fails to compile if the schema and the interface differ.
true satisfies IsSame<Frozen<StudioSetFile>, StudioSet>;
