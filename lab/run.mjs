// npm --prefix lab run NAME: runs a program of this folder with the packages and the Node of the product.
import { become } from '../tools/bring-up.mjs';

const [program, ...options] = process.argv.slice(2);
// Paths in options are relative to the folder in which npm was called.
process.chdir(process.env.INIT_CWD ?? '.');
await become(`../lab/${program}.ts`, options);
