import type { Model } from '../../model/kit/model.ts'
import { type VerbName, type Verbs, verbsOf } from '../../model/kit/verbs.ts'
import { type Call, perform } from './actions.ts'
import type { Action } from './context.ts'
import { readHistory } from './history/history.ts'
import { aggregateRows } from './query/totals/aggregate.ts'
import { onReplica } from './on-replica.ts'
import { count, search } from './query/search.ts'
import { schemaFor } from './layouts/schema-for.ts'
import { batchDelete, batchUpdate, chosenSids } from './write/batch/batch.ts'
import { batchTransition } from './write/batch/batch-transition.ts'
import { create } from './write/create.ts'
import { remove, restore } from './write/delete.ts'
import { transition } from './write/transition.ts'
import { update } from './write/update.ts'

/** The most rows of one page, where a list needs them all. */
const MAX_ROWS: Readonly<Record<string, number>> = { company: 1000 }

type Handler<V extends VerbName> = (call: Call<Verbs[V]>) => Promise<unknown>

const HANDLERS: { [V in VerbName]: Handler<V> } = {
  schema: ({ ctx, model }) => schemaFor(ctx, model),
  search: ({ ctx, model, body }) => onReplica(ctx, (there) => search(there, model, body, { most: MAX_ROWS[model.name] ?? 100 })),
  count: ({ ctx, model, body }) => onReplica(ctx, (there) => count(there, model, body)),
  aggregate: ({ ctx, model, body }) => onReplica(ctx, (there) => aggregateRows(there, model, body)),
  history: ({ ctx, model, body }) => readHistory(ctx, model, body),
  create: ({ ctx, model, body }) => create(ctx, model, body),
  update: ({ ctx, model, body }) => update(ctx, model, body),
  transition: ({ ctx, model, body }) => transition(ctx, model, body),
  delete: ({ ctx, model, body }) => remove(ctx, model, body.sid),
  search_deleted: ({ ctx, model, body }) => search(ctx, model, body, { bin: true }),
  restore: ({ ctx, model, body: { sid, sids } }) => restore(ctx, model, sid ? [sid] : chosenSids({ sids })),
  batch_update: ({ ctx, model, body }) => batchUpdate({ ...ctx, entered: model.name }, model, body),
  batch_delete: ({ ctx, model, body }) => batchDelete(ctx, model, body),
  batch_transition: ({ ctx, model, body }) => batchTransition(ctx, model, body),
}

/** The verb of a model under this name, declared for it; undefined where every model lacks it at this method. */
export function verbOf(method: string, model: Model, name: string): Action | undefined {
  let own = made.get(model)
  if (!own) made.set(model, (own = actionsOf(model)))
  return own.get(`${method} ${name}`)
}

// A published field makes another object of the model.
const made = new WeakMap<Model, ReadonlyMap<string, Action>>()

function actionsOf(model: Model): ReadonlyMap<string, Action> {
  const verbs = verbsOf(model)
  const actions = Object.keys(HANDLERS).flatMap((name) => {
    const verb = name as VerbName // the keys of HANDLERS
    return perform(verbs[verb], HANDLERS[verb] as never) // the table is typed per key
  })
  return new Map(actions.map((action) => [`${action.method} ${action.name}`, action]))
}
