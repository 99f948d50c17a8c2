/** How deep templates and constant functions may nest, and the chain of what is being made of templates ([temp.inst], [implimits]). */
import type { Diagnostic } from '../../../base/diagnostic.ts';
import type { Span } from '../../../base/source.ts';
import { templateDepth } from '../errors.ts';

export type Limits = {
  /** Of instantiations within each other. */
  readonly templates: number;
  /** Of calls within each other in a constant expression. */
  readonly calls: number;
};

/** As g++ has them. */
export const usualLimits: Limits = { templates: 900, calls: 512 };

/** What is made of a template, or a member function that is called, and where that was asked for. */
export type Site = {
  readonly name: string;
  readonly at: Span;
  readonly within: Site | undefined;
  /** Templates from here outwards. */
  readonly depth: number;
  readonly isCall: boolean;
};

/** Ends the reading of a file: all that could be said after it would follow from it. */
export class ReadingEnded extends Error {
  readonly told: Diagnostic;

  constructor(told: Diagnostic) {
    super(told.message);
    this.told = told;
  }
}

export function checkDepth(site: Site, { templates }: Limits, isLibrary: (path: string) => boolean): Site {
  if (site.depth <= templates) return site;
  const chain: Site[] = [];
  for (let s: Site | undefined = site; s; s = s.within) chain.unshift(s);
  const asked = chain.findLast((s) => !isLibrary(s.at.source.path)) ?? site;
  throw new ReadingEnded(templateDepth(templates, chain, asked.at));
}
