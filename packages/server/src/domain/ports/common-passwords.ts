/** The passwords that are guessed first. */
export interface CommonPasswords {
  /** True for one of them, whatever the case of its letters and the signs around it. */
  has(password: string): boolean;
}
