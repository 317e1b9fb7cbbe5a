import type { ModelName, RowOf } from '../database/tables.ts'
import type { Action, Hooks, Kin, Modules, Nightly, RowVisibility, RunJob, Shown } from './context.ts'

/** What writes of one model, or of several, cause. `after` names modules whose hooks on the same model must have run before. */
export type ModelHooks = Order & ({ [N in ModelName]: { model: N } & Hooks<RowOf<N>> }[ModelName] | ({ model: readonly string[] } & Hooks))
type Order = { after?: readonly string[] }

/** What an area adds to the declarations, or one file of it. */
export type Part = {
  hooks?: readonly ModelHooks[]
  /** By model: what only reading a whole record can tell. */
  shown?: Readonly<Record<string, Shown>>
  /** By model: which rows are seen for other reasons than roles. */
  rowVisibility?: Readonly<Record<string, RowVisibility>>
  /** By model and field: which records share a unique value with which others. */
  kin?: Readonly<Record<string, Readonly<Record<string, Kin>>>>
  actions?: readonly Action[]
  jobs?: readonly RunJob[]
  /** Run for every tenant each night at two o'clock in Shanghai, and by `innoe doctor`; by name. */
  nightly?: Readonly<Record<string, Nightly>>
}

/** The modules of a process stand in one list, in the order in which their hooks run. `after` names those that must stand earlier in it. */
export type Module = Part & { name: string; after?: readonly string[]; parts?: readonly Part[] }

/** Puts the modules together. An order that one of them contradicts, or two answers to one question, stop the start. */
export function assemble(modules: readonly Module[]): Modules {
  checkOrder(modules)
  const parts = modules.flatMap(partsOf)
  const actions = parts.flatMap((one) => one.actions ?? [])
  const byAddress = unique(
    'action',
    actions.map((one) => [`${one.method} ${one.at}/${one.name}`, one] as const),
  )
  const declared = byModel(
    actions.map((one) => [one.at, one.declared] as const).filter(([, one], at, all) => all.findIndex(([, other]) => other === one) === at),
  )
  const jobs = unique(
    'job',
    parts.flatMap((one) => one.jobs ?? []).map((one) => [one.kind, one] as const),
  )
  const rowVisibility = unique(
    'row visibility',
    parts.flatMap((one) => Object.entries(one.rowVisibility ?? {})),
  )
  const kin = unique(
    'kin',
    parts.flatMap((one) =>
      Object.entries(one.kin ?? {}).flatMap(([model, fields]) => Object.entries(fields).map(([field, kin]) => [`${model}.${field}`, kin] as const)),
    ),
  )
  const hooks = byModel(parts.flatMap((one) => one.hooks ?? []).flatMap((one) => [one.model].flat().map((model) => [model, one as Hooks] as const))) // runHooks gives them the rows of this very model
  const shown = byModel(parts.flatMap((one) => Object.entries(one.shown ?? {})))
  return {
    hooksOf: (model) => hooks.get(model) ?? [],
    shownBy: (model) => shown.get(model) ?? [],
    rowVisibilityOf: (model) => rowVisibility.get(model),
    kinOf: (model, field) => kin.get(`${model}.${field}`),
    actionOf: (method, at, name) => byAddress.get(`${method} ${at}/${name}`),
    actions,
    actionsAt: (model) => declared.get(model) ?? [],
    jobOf: (kind) => jobs.get(kind),
    nightly: parts.flatMap((one) => Object.entries(one.nightly ?? {})),
  }
}

const partsOf = (module: Module): readonly Part[] => [module, ...(module.parts ?? [])]

function checkOrder(modules: readonly Module[]) {
  const names = modules.map(({ name }) => name)
  unique(
    'module',
    names.map((name) => [name, name] as const),
  )
  for (const [at, module] of modules.entries()) {
    const hooks = partsOf(module).flatMap((part) => part.hooks ?? [])
    for (const earlier of [module, ...hooks].flatMap(({ after }) => after ?? []))
      if (!names.slice(0, at).includes(earlier)) throw new Error(`the module ${module.name} must stand after ${earlier}`)
  }
}

function unique<T>(what: string, entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const map = new Map(entries)
  if (map.size < entries.length) {
    const [twice] = entries.find(([key], at) => entries.findIndex(([other]) => other === key) < at) ?? ['']
    throw new Error(`two modules declare the ${what} ${twice}`)
  }
  return map
}

const byModel = <T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, readonly T[]> =>
  new Map([...Map.groupBy(entries, ([model]) => model)].map(([model, own]) => [model, own.map(([, one]) => one)]))
