/** Names of agents' arguments for parameters of the public API. */
import { BESIDE_CALL } from '@packshot/contract';

/** Converts an argument's name to the API's: the main picture is `picture` for agents and `image` in the API. */
export const toParam = (argument: string): string => (argument === 'picture' ? 'image' : argument);

/** Converts a parameter of the API to the argument that contains its value. */
export function toArgument(param: string | undefined): string | undefined {
  const name = param?.replace(/_(?:url|key)$/, '');
  if (name === 'image') return 'picture';
  const place = BESIDE_CALL.findIndex(({ picture, option }) => picture === name || option === name);
  if (place === -1) return param;
  return `beside[${place}].${BESIDE_CALL[place]?.picture === name ? 'picture' : 'placement'}`;
}
