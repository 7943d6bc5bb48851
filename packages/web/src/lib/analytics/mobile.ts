/**
 * Recognizes phones and tablets by user agent, for downloads and analytics; layout follows width and pointer instead.
 */
export function isMobileUserAgent(userAgent: string = navigator.userAgent): boolean {
  return /iPhone|iPad|iPod|Android/i.test(userAgent);
}
