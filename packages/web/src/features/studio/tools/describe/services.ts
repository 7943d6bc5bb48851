export interface DescribeServices {
  copyText(text: string): Promise<void>;
}

declare module '../../state/services.ts' {
  interface StudioServices extends DescribeServices {}
}
