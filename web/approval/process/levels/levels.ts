import { type Graph, type Level, MAX_LEVELS, type Participant, type Work } from '../../../../model/approval/graph.ts'

/** A level in editing: a participant may still lack its person. */
export const freshLevel = (at: number): Level => ({
  name: `第 ${at + 1} 级审批`,
  name_en: `Level ${at + 1}`,
  participants: [{ kind: 'STARTER_LEADER', up: 1 }],
  vote: 'ALL_PASS',
  restart: 'RESTART',
})

/** A participant of another kind, with the value that the kind starts with. */
export function freshParticipant(kind: Participant['kind']): Participant {
  if (kind === 'STARTER_LEADER') return { kind, up: 1 }
  if (kind === 'FIELD') return { kind, field: '' }
  if (kind === 'PERSON' || kind === 'ROLE' || kind === 'VIRTUAL' || kind === 'EXPERT_GROUP') return { kind, sid: '' }
  return { kind }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The levels in a stored value; anything of another shape is left out. */
export const levelsOf = (value: unknown): Level[] =>
  (Array.isArray(value) ? value : []).filter(
    (one): one is Level => isObject(one) && 'participants' in one && Array.isArray(one.participants) && 'vote' in one && 'name' in one,
  )

const isGraph = (value: unknown): value is Graph =>
  isObject(value) && 'nodes' in value && Array.isArray(value.nodes) && 'edges' in value && Array.isArray(value.edges)

/** The graph in a stored value; undefined if it has another shape. */
export const graphIn = (value: unknown): Graph | undefined => (isGraph(value) ? value : undefined)

export const maySwap = (levels: readonly Level[], at: number, to: number) => to >= 0 && to < levels.length && at !== to

export function swapped(levels: readonly Level[], at: number, to: number): Level[] {
  const next = [...levels]
  const [here, there] = [next[at], next[to]]
  if (here && there) [next[at], next[to]] = [there, here]
  return next
}

export const mayAdd = (levels: readonly Level[]) => levels.length < MAX_LEVELS

/** A level or a step without empty values, so that an unchanged level stays the same. */
export function withoutEmpty<W extends Partial<Work>>(work: W): W {
  const next: W = { ...work }
  const parts: Partial<Work> = next
  for (const key of ['days', 'doc_types', 'opens', 'requires', 'hides'] as const) {
    const value = parts[key]
    if (!value || (typeof value === 'object' && value.length === 0)) delete parts[key]
  }
  return next
}
