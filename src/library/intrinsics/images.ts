/** Images of a parallel program and coarrays; what they are in a program of one image: front/fortran/analyse/statements/images.ts. */
import {
  anything,
  defaultInteger,
  type Gives,
  integer,
  integerOfKind,
  kindArgument,
  optional,
  type Param,
  type Rank,
  type Row,
  scalar,
  variable,
} from './row.ts';

const status = {
  stat: optional(variable(scalar(integer))),
  errmsg: optional({ of: ['character'], rank: 'scalar', changes: true } satisfies Param),
};
const stat = { stat: status.stat };
const team: Param = optional({ of: ['any'], rank: 'any' });
const coarray = anything;
const dim: Param = optional(scalar(integer));

const asked = (doc: string, takes: Row['takes'], gives: Gives = defaultInteger, rank: Rank = 'scalar'): Row => ({
  doc,
  class: 'inquiry',
  device: false,
  takes,
  gives,
  rank,
  by: 'image',
});
const done = (doc: string, takes: Row['takes']): Row => ({
  doc,
  class: 'subroutine',
  device: false,
  takes,
  by: 'image',
});

const among = (doc: string, more: Row['takes'] = {}): Row =>
  done(doc, { a: variable(anything), ...more, result_image: optional(scalar(integer)), ...status });

const atom: Param = { of: ['integer', 'logical'], rank: 'scalar', changes: true };
const changed: Param = { of: ['integer'], rank: 'scalar', changes: true };
const value = scalar(integer);
const onAtom = (doc: string): Row => done(doc, { atom: changed, value, ...stat });
const fetched = (doc: string): Row => done(doc, { atom: changed, value, old: changed, ...stat });
const either: Param = { of: ['integer', 'logical'], rank: 'scalar' };

export const imageIntrinsics = {
  this_image: asked('The number of this image, or its cosubscripts of `coarray`.', {
    coarray: optional(coarray),
    dim,
    team,
  }),
  num_images: asked('How many images run.', { team }),
  image_index: asked('The image that the cosubscripts `sub` of `coarray` name; 0 for none.', {
    coarray,
    sub: { of: ['integer'], rank: 'vector' },
    team,
  }),
  lcobound: asked('Lower cobounds.', { coarray, dim, kind: kindArgument }, integerOfKind, 'bound'),
  ucobound: asked('Upper cobounds.', { coarray, dim, kind: kindArgument }, integerOfKind, 'bound'),
  coshape: asked('The extents of the codimensions.', { coarray, kind: kindArgument }, integerOfKind, 'one'),
  image_status: asked('Whether an image has failed or stopped.', { image: scalar(integer), team }),
  failed_images: asked('The images that have failed.', { team, kind: kindArgument }, integerOfKind, 'one'),
  stopped_images: asked('The images that have stopped.', { team, kind: kindArgument }, integerOfKind, 'one'),
  team_number: asked('The number of a team.', { team }),
  co_sum: among('The sum over all images.'),
  co_max: among('The greatest of all images.'),
  co_min: among('The least of all images.'),
  co_reduce: among('What `operation` makes of the values of all images.', {
    operation: { of: ['procedure'], rank: 'any' } satisfies Param,
  }),
  co_broadcast: done('The value of `source_image` for all images.', {
    a: variable(anything),
    source_image: scalar(integer),
    ...status,
  }),
  event_query: done('How often an event was posted and not yet waited for.', {
    event: anything,
    count: changed,
    ...stat,
  }),
  atomic_define: done('Sets `atom`.', { atom, value: either, ...stat }),
  atomic_ref: done('The value of `atom`.', { value: atom, atom: either, ...stat }),
  atomic_add: onAtom('Adds to `atom`.'),
  atomic_and: onAtom('Bits that both have.'),
  atomic_or: onAtom('Bits that one of them has.'),
  atomic_xor: onAtom('Bits that only one of them has.'),
  atomic_fetch_add: fetched('Adds to `atom`, and gives its old value.'),
  atomic_fetch_and: fetched('Bits that both have, and the old value.'),
  atomic_fetch_or: fetched('Bits that one of them has, and the old value.'),
  atomic_fetch_xor: fetched('Bits that only one of them has, and the old value.'),
  atomic_cas: done('Sets `atom` where it has the value `compare`, and gives its old value.', {
    atom,
    old: atom,
    compare: either,
    new: either,
    ...stat,
  }),
} satisfies Record<string, Row>;
