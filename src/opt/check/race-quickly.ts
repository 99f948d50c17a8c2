/**
 * What most accesses are, with all in locals: a plain one of one word that only the thread itself has used in this launch, or other threads of the block before a barrier. It is
 * done here then; else nothing has changed. Two fields of a slot, which lie side by side, are read and written as one.
 */
import { eq, i32, i64, load, lt, ne, op, or } from '../../ir/build.ts';
import type { FunctionWriter } from '../../ir/function-writer.ts';
import type { Expression } from '../../ir/module.ts';
import { accessBits, accessKinds, raceCells, raceFlags, raceSlot, raceState } from '../../machine/check-tools.ts';
import { bits, cellIn, entryOf, has, isZero, ofNow, ofSlot, placeOfAnswer, slotIn } from './race-places.ts';

/** Of a function with the parameters of `check.access`: returns from it where the access is done. `mask`: the bytes of the word. */
export function doQuickly(f: FunctionWriter, mask: (bytes: Expression) => Expression): void {
  const [at, code] = [f.get('at'), f.get('code')];
  const bytes = f.keep('few bytes', bits(code, accessBits.bytes));
  const special =
    accessBits.volatile | accessBits.fenced | accessBits.ofCluster | (accessKinds.atomic << accessBits.kind);
  const isPlain = op('and', [isZero(bits(code, special)), op('le', [bytes, i32(4)])]);
  f.if(op('and', [isPlain, op('le', [i32(0), f.get('blockEpoch')])]), () => {
    const page = f.keep('its page', load('i64', entryOf(at)));
    f.if(ne(page, i64(0)), () => {
      const cell = f.keep('its cell', cellIn(page, at));
      const here = f.keep('here', pair(ofNow(raceSlot.work), f.get('block')));
      const done = (slot: Expression): void => {
        keep(f, slot, here, mask(bytes));
        f.return();
      };
      f.if(isInOrder(f, cell, here), () =>
        f.if(
          has(code, accessKinds.write << accessBits.kind),
          () =>
            f.if(isInOrder(f, slotIn(cell, 1), here), () =>
              f.if(isInOrder(f, slotIn(cell, 2), here), () => done(cell)),
            ),
          () => done(f.keep('its slot', readSlot(f, cell, here))),
        ),
      );
    });
  });
}

/** Two i32 as they lie side by side. */
function pair(first: Expression, second: Expression): Expression {
  return op('or', [op('extend.u', [first]), op('shl', [op('extend.u', [second]), i64(32)])]);
}

/** Whether the access of a slot surely comes before the one of now: an i32. */
function isInOrder(f: FunctionWriter, slot: Expression, here: Expression): Expression {
  const kept = f.keep('kept', load('i64', slot, 4 * raceSlot.work));
  const answer = f.keep('in order', i32(1));
  f.if(
    eq(kept, here),
    () => {
      const isOwn = eq(ofSlot(slot, raceSlot.thread), f.get('thread'));
      const isPassed = lt(ofSlot(slot, raceSlot.blockEpoch), f.get('blockEpoch'));
      f.set(answer, op('to.i32', [or(isOwn, isPassed)]));
    },
    // Other blocks have had their own variables there.
    () =>
      f.if(isZero(bits(f.get('code'), accessBits.ofBlock)), () => {
        const work = f.keep('kept work', op('wrap', [kept]));
        f.if(ne(work, i32(0)), () => f.set(answer, op('to.i32', [isKnownBefore(f, work, here)])));
      }),
  );
  return ne(answer, i32(0));
}

/** Whether it was asked of another work, and it is done when the one of now begins. */
function isKnownBefore(f: FunctionWriter, work: Expression, here: Expression): Expression {
  const place = f.keep('asked', placeOfAnswer(work));
  const isAsked = eq(load('i32', place, 4 * raceState.asked), work);
  const isDone = ne(load('i32', place, 4 * raceState.answers), i32(0));
  return op('and', [ne(work, op('wrap', [here])), op('and', [isAsked, isDone])]);
}

/** The first of the two slots for reads where nobody else of the block has it. */
function readSlot(f: FunctionWriter, cell: Expression, here: Expression): Expression {
  const first = slotIn(cell, 1);
  const isOld = ne(load('i64', first, 4 * raceSlot.work), here);
  const isFree = or(isOld, eq(ofSlot(first, raceSlot.thread), f.get('thread')));
  const by = op('select', [isFree, i64(raceCells.slotBytes), i64(2 * raceCells.slotBytes)]);
  return op('offset', [cell, by]);
}

/** Puts the access that the locals say in a slot. */
function keep(f: FunctionWriter, slot: Expression, here: Expression, mask: Expression): void {
  const valued = op('select', [has(f.get('code'), accessBits.valued), i32(raceFlags.valued), i32(0)]);
  const pairs: readonly (readonly [first: number, value: Expression])[] = [
    [raceSlot.work, here],
    [raceSlot.thread, pair(f.get('thread'), f.get('blockEpoch'))],
    [raceSlot.warpEpoch, pair(f.get('warpEpoch'), f.get('gridEpoch'))],
    [raceSlot.site, pair(f.get('site'), op('or', [mask, valued]))],
    [raceSlot.value, pair(f.get('value'), ofNow(raceSlot.clock))],
  ];
  for (const [first, value] of pairs) f.store('i64', slot, 4 * first, value);
}
