/** What compiled code asks of its team of threads. */
import type { Team } from '../team/team.ts';
import type { Calls } from './calls.ts';

export function teamCalls(team: Team): Calls<'team'> {
  return {
    'team.run': (entry, frame, threads, many) => team.run(entry, frame, threads, many !== 0),
    'team.number': () => team.number,
    'team.size': () => team.size,
    'team.barrier': () => team.barrier(),
    'team.single': () => (team.single() ? 1 : 0),
    'team.enter-slowly': (lock) => team.enter(lock),
    'team.wake': () => team.wake(),
    'team.loop': (schedule, chunk, trips, ordered) =>
      team.loops.begin(schedule, Number(chunk), Number(trips), ordered !== 0),
    'team.next': () => team.loops.next(),
    'team.end': () => team.loops.end(),
    'team.loop-end': () => team.loops.leave(),
    'team.turn': (iteration) => team.loops.turn(Number(iteration)),
    'team.turn-end': (iteration) => team.loops.endTurn(Number(iteration)),
    'team.share': (address) => team.share(address),
    'team.shared': () => team.shared(),
    'team.task': (entry, frame, cells, wanted) => (team.task(entry, frame, cells, wanted !== 0) ? 1 : 0),
    'team.task-wait': () => team.taskWait(),
    'team.task-group': () => team.taskGroup(),
    'team.task-group-end': (outer) => team.taskGroupEnd(outer),
    'team.serve': () => team.serve(),
  };
}
