import type { SceneLight } from '@packshot/contract';

/**
 * Prompts for external engines: defaults for requests without a user's prompt, and settings that can be conveyed only
 * as text.
 */

interface DescribedScene {
  readonly prompt: string;
  readonly light: SceneLight;
  /** Requested colors in sRGB hex, the most important first. */
  readonly palette: readonly string[];
  /** ID of a built-in reference picture, whose words stand for the picture if none is sent. */
  readonly referenceId?: string | undefined;
  /** True if a reference picture is sent, so that neither its ID nor the default prompt is needed. */
  readonly followsReference: boolean;
}

const LIGHT_WORDS: Readonly<Record<SceneLight, string>> = {
  auto: '',
  'as-composed': '',
  'soft-box': 'soft even studio light',
  'hard-sun': 'hard direct sunlight with crisp shadows',
  'warm-morning': 'warm morning light',
  'golden-hour': 'golden hour light',
  'blue-hour': 'cool blue hour light',
  spotlight: 'a single spotlight in the dark',
  overcast: 'flat overcast daylight',
  night: 'night with practical lamps',
};
const DEFAULT_PROMPT = 'a simple studio set that suits the product';

/** Describes a scene in text: the user's prompt and settings. */
export function sceneWords({
  prompt,
  light,
  palette,
  referenceId,
  followsReference,
}: DescribedScene): string {
  const look = referenceId === undefined || followsReference ? '' : referenceId.replaceAll('-', ' ');
  const colors = palette.length === 0 ? '' : `colors ${palette.join(', ')}`;
  const words = prompt !== '' || look !== '' || followsReference ? prompt : DEFAULT_PROMPT;
  return [words, look, LIGHT_WORDS[light], colors].filter((part) => part !== '').join(', ');
}

export const backgroundPrompt = (words: string): string =>
  `Studio product photograph. The product stays exactly as it is: same shape, colors, text and position. Behind and around it: ${words}. Photorealistic, natural light, soft contact shadow under the product, no other products, no text, no people.`;

export const ERASE_PROMPT =
  'Remove what is inside the mask. Continue the surroundings seamlessly: same texture, light and grain. Add no object.';

export const NEGATIVE_PROMPT =
  'text, watermark, logo, people, hands, extra objects, duplicate product, deformed, blurry, low quality';

export const RELIGHT_PROMPT = 'product photograph, the product lit as its surroundings are, natural shadow';

export const DESCRIBE_INSTRUCTION =
  'You describe products for a shop page. Say in one or two plain sentences what is to be seen on the product: what it is, colors, material, finish, form, and any text that can be read on it. Never invent a brand, a size or a use. Answer with the sentences alone.';

/**
 * Instruction for a language model to suggest scenes.
 * @param suggestions number of scenes besides the best one
 */
export const promptAssistInstruction = (suggestions: number): string =>
  `You think of scenes for product photographs. For the product that is described, answer with JSON of the form {"prompt": "…", "suggestions": ["…"]}: "prompt" is the scene that suits it best, "suggestions" are ${suggestions} others, plainly different from it and from each other. A scene is one phrase of at most 25 words about surface, background, light and props. Do not mention the product.`;
