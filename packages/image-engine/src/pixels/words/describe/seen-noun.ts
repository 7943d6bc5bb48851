import { CLASS_WEIGHTS, PRODUCT_NOUNS } from './product-nouns.ts';
import type { ProductNoun, SeenInLife } from './product-nouns.ts';

/**
 * Minimum probability of a noun, and minimum distance to the next noun that names another thing. With these limits, 2
 * of 217 tuning photos get a wrong noun.
 */
const MIN_PROBABILITY = 0.65;
const MIN_MARGIN = 0.3;

/**
 * Chooses the noun for a product from the probabilities of the 1,000 ImageNet classes in one or more pictures of it.
 * Common products are weighted, and probabilities of classes with the same noun add up. Among the nouns with enough
 * certainty the narrowest is chosen; null if there is none.
 */
export function chooseNoun(pictures: readonly Float32Array[]): ProductNoun | null {
  const certain = rankNouns(pictures).filter(({ noun, probability }, _, ranked) => {
    if (probability < MIN_PROBABILITY) return false;
    const rival = ranked.find((other) => !shareClasses(noun, other.noun));
    return probability - (rival?.probability ?? 0) >= MIN_MARGIN;
  });
  const [narrowest] = certain.toSorted((a, b) => a.noun.classes.length - b.noun.classes.length);
  return narrowest?.noun ?? null;
}

/**
 * Limits for choosing a usual pose: minimum total probability of the nouns with this pose, and its minimum share of all
 * nouns' probability. A cardigan and a sweatshirt, for example, have the same pose.
 */
const SEEN = { probability: 0.3, share: 0.6 } as const;

/** Usual pose of a product, by pictures of it; null if they leave it open. */
export function chooseSeen(pictures: readonly Float32Array[]): SeenInLife | null {
  const weighted = pictures.map(weightCommonProducts);
  const probabilities = new Map<SeenInLife, number>();
  for (const [index, usualPose] of SEEN_OF_CLASS)
    probabilities.set(
      usualPose,
      (probabilities.get(usualPose) ?? 0) + sum(weighted.map((picture) => picture[index])) / pictures.length,
    );
  const whole = sum(probabilities.values());
  const [best] = [...probabilities].filter(
    ([, probability]) => probability >= SEEN.probability && probability >= SEEN.share * whole,
  );
  return best?.[0] ?? null;
}

/** Usual pose of each class's products, by the class's narrowest noun. */
const SEEN_OF_CLASS: ReadonlyMap<number, SeenInLife> = new Map(
  PRODUCT_NOUNS.toReversed().flatMap(({ classes, usualPose }) =>
    classes.map((index) => [index, usualPose] as const),
  ),
);

interface RankedNoun {
  readonly noun: ProductNoun;
  readonly probability: number;
}

/** Nouns by their mean probability in the pictures, the most probable first. */
function rankNouns(pictures: readonly Float32Array[]): RankedNoun[] {
  const weighted = pictures.map(weightCommonProducts);
  return PRODUCT_NOUNS.map((noun) => ({
    noun,
    probability:
      sum(weighted.flatMap((picture) => noun.classes.map((index) => picture[index]))) / pictures.length,
  })).toSorted((a, b) => b.probability - a.probability);
}

/** Probabilities for photos in which common products are more frequent than in ImageNet; their sum is 1. */
function weightCommonProducts(probabilities: Float32Array): Float32Array {
  const weighted = probabilities.map((probability, index) => probability * (CLASS_WEIGHTS.get(index) ?? 1));
  const total = sum(weighted);
  return weighted.map((probability) => probability / total);
}

const sum = (values: Iterable<number>): number =>
  Array.from(values).reduce((total, value) => total + value, 0);

const shareClasses = (one: ProductNoun, other: ProductNoun): boolean =>
  one.classes.some((index) => other.classes.includes(index));
