import { CloseUps } from './close-ups.tsx';
import { Facts } from './facts.tsx';
import { References } from './references.tsx';
import { Results } from './results.tsx';

/** Content below the first screen, in its own script, so that the first screen does not wait for it. */
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
