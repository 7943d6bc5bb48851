import { useEffect, useState } from 'react';
import { isTextField } from './text-field.ts';

/**
 * True while Space is held to drag the picture. A control that was reached by keyboard keeps its Space: there it
 * means "press".
 */
export function useSpaceHeld(): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || isTextField(event.target)) return;
      if (document.activeElement?.matches(':is(button, a, input, summary):focus-visible')) return;
      event.preventDefault();
      setIsHeld(true);
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.code !== 'Space') return;
      // A button clicked before by mouse would take the release of Space for a press.
      if (isHeld) event.preventDefault();
      setIsHeld(false);
    };
    const letGo = (): void => setIsHeld(false);
    addEventListener('keydown', onKeyDown);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', letGo);
    return () => {
      removeEventListener('keydown', onKeyDown);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', letGo);
    };
  }, [isHeld]);
  return isHeld;
}
