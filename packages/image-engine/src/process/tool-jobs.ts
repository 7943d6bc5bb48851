import type { SegmentationModel } from '../models/segmentation-session.ts';
import type { DescribeInput, DescribeResult } from '../tools/describe.ts';
import type { CutOutNeeded, GenerateResult, GenerateInput } from '../tools/generate-scene.ts';
import type { EncodeAvifInput, EncodeAvifResult } from '../tools/encode-avif.ts';
import type { HarmonizeInput, HarmonizeResult } from '../tools/harmonize.ts';
import type { MagicInput, MagicResult } from '../tools/magic.ts';
import type { ModerateInput, ModerateResult } from '../tools/moderate.ts';
import type { RefineInput, RefineResult } from '../tools/refine.ts';
import type { FinishInput, FinishResult } from '../tools/providers/finish.ts';
import type { PreparationInput, PreparationResult } from '../tools/providers/prepare.ts';
import type { RemoveBackgroundResult } from '../tools/remove-background.ts';
import type { UpscaleInput, UpscaleResult } from '../tools/upscale.ts';

/**
 * Every tool with what its recipe takes and gives. A tool is added here, and once more in `recipes.ts` and `job-limits.ts`, which do not
 * compile without it. Inputs travel to the engine's process as copies; a model is named by its file and opened there.
 */
export interface ToolJobs {
  'remove-background': {
    readonly input: { readonly photo: Uint8Array; readonly model: SegmentationModel };
    readonly result: RemoveBackgroundResult;
  };
  upscale: {
    /** Without a model file the photo is interpolated. */
    readonly input: UpscaleInput & { readonly modelFile: string | undefined };
    readonly result: UpscaleResult;
  };
  magic: { readonly input: MagicInput; readonly result: MagicResult };
  harmonize: { readonly input: HarmonizeInput; readonly result: HarmonizeResult };
  'encode-avif': { readonly input: EncodeAvifInput; readonly result: EncodeAvifResult };
  refine: { readonly input: RefineInput; readonly result: RefineResult };
  moderate: {
    readonly input: ModerateInput & { readonly modelFile: string };
    readonly result: ModerateResult;
  };
  describe: {
    readonly input: DescribeInput & { readonly model: SegmentationModel };
    readonly result: DescribeResult;
  };
  'generate-scene': {
    /** Without a model only cut-outs can be put into a scene. */
    readonly input: GenerateInput & { readonly model: SegmentationModel | undefined };
    readonly result: GenerateResult | CutOutNeeded;
  };
  'prepare-for-engine': {
    readonly input: PreparationInput;
    readonly result: PreparationResult | CutOutNeeded;
  };
  'finish-of-engine': { readonly input: FinishInput; readonly result: FinishResult };
}

export type ToolName = keyof ToolJobs;
export type ToolInput<Tool extends ToolName> = ToolJobs[Tool]['input'];
export type ToolResult<Tool extends ToolName> = ToolJobs[Tool]['result'];
