import { CloseUps } from './close-ups.tsx';
import { Facts } from './facts.tsx';
import { References } from './references.tsx';
import { Results } from './results.tsx';

/** Content below the first screen, in a script of its own, so that the first screen doesn't wait for it. */
export default function BelowFold() {
  return (
    <>
      <References />
      <Results />
      <CloseUps />
      <Facts />
    </>
  );
}
