/** The page on each code. */
import { callsPages } from './calls.ts';
import { controlPages } from './control.ts';
import { declarationsPages } from './declarations.ts';
import { devicePages } from './device.ts';
import { directivesPages } from './directives.ts';
import { expressionsPages } from './expressions.ts';
import { imagesPages } from './images.ts';
import { inputOutputPages } from './input-output.ts';
import { intrinsicsPages } from './intrinsics.ts';
import { launchesPages } from './launches.ts';
import { linkingPages } from './linking.ts';
import { loopsPages } from './loops.ts';
import { namesPages } from './names.ts';
import { openmpPages } from './openmp.ts';
import type { Pages } from './page.ts';
import { syntaxPages } from './syntax.ts';
import { typesPages } from './types.ts';

export const pages: Pages = {
  ...namesPages,
  ...declarationsPages,
  ...typesPages,
  ...expressionsPages,
  ...callsPages,
  ...controlPages,
  ...imagesPages,
  ...inputOutputPages,
  ...intrinsicsPages,
  ...devicePages,
  ...launchesPages,
  ...loopsPages,
  ...directivesPages,
  ...openmpPages,
  ...syntaxPages,
  ...linkingPages,
};
