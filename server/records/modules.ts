import type { ModelName, RowOf } from '../database/tables.ts'
import type { Model } from '../../model/kit/model.ts'
import type {
  Action,
  ConfigurationParts,
  Context,
  Draft,
  Hooks,
  Kin,
  Modules,
  Naming,
  Nightly,
  Postponed,
  RowValues,
  RowVisibility,
  RunJob,
  Shown,
} from './context.ts'

/** The hooks on writes of one model, or of several. `after` names modules whose hooks on the same model must run before. */
export type ModelHooks = Order & ({ [N in ModelName]: { model: N } & Hooks<RowOf<N>> }[ModelName] | ({ model: readonly string[] } & Hooks))
type Order = { after?: readonly string[] }

/** The additions of a module, or of one of its files, to the declarations. */
export type Part = {
  hooks?: readonly ModelHooks[]
  /** Keyed by model: computed parts of a whole record. */
  shown?: Readonly<Record<string, Shown>>
  /** Keyed by model: row visibility for other reasons than roles. */
  rowVisibility?: Readonly<Record<string, RowVisibility>>
  /** Keyed by model and field: the records among which a value is unique. */
  kin?: Readonly<Record<string, Readonly<Record<string, Kin>>>>
  /** Of these deleted records, those whose numbers may be given again. */
  released?: Modules['released']
  actions?: readonly Action[]
  jobs?: readonly RunJob[]
  /** Keyed by name: run for every tenant each night at two o'clock in Shanghai, and by `innoe doctor`. */
  nightly?: Readonly<Record<string, Nightly>>
  /** Keyed by name: run for every tenant each minute. */
  minutely?: Readonly<Record<string, Nightly>>
  /** Keyed by topic: run soon after it has been published, by every process that runs jobs, and never twice at once in one. */
  promptly?: Readonly<Record<string, Nightly>>
  /** Keyed by name: run for every tenant every five minutes, apart from the others, since they wait for other servers. */
  everyFiveMinutes?: Readonly<Record<string, Nightly>>
  /** Additions to the declarations for configuration packs */
  configuration?: Partial<ConfigurationParts>
  /** Settings that name people, which a handover finds. */
  namings?: readonly Naming[]
  /** See Modules; one module may postpone transitions. */
  postpone?: (ctx: Context, model: Model, drafts: readonly Draft[], fields: RowValues) => Promise<Postponed>
  /** Runs in the transaction that stores notices, with those that were stored. */
  notified?: Modules['notified']
  /** Runs at the end of each transaction; an error rolls the transaction back. */
  beforeCommit?: (ctx: Context) => Promise<void>
}

/** The modules of a process are in one list, in the order in which their hooks run. `after` names those that must precede it. */
export type Module = Part & { name: string; after?: readonly string[]; parts?: readonly Part[] }

/** Assembles the modules. A contradictory order, or two modules that declare the same thing, stop the start. */
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
  const postponing = unique(
    'postponement',
    parts.flatMap((one) => (one.postpone ? [['transitions', one.postpone] as const] : [])),
  ).get('transitions')
  const releasing = parts.flatMap((one) => one.released ?? [])
  const telling = parts.flatMap((one) => one.notified ?? [])
  const ending = parts.flatMap((one) => one.beforeCommit ?? [])
  return {
    hooksOf: (model) => hooks.get(model) ?? [],
    shownBy: (model) => shown.get(model) ?? [],
    rowVisibilityOf: (model) => rowVisibility.get(model),
    kinOf: (model, field) => kin.get(`${model}.${field}`),
    released: async (...asked) => new Set((await Promise.all(releasing.map((run) => run(...asked)))).flatMap((sids) => [...sids])),
    actionOf: (method, at, name) => byAddress.get(`${method} ${at}/${name}`),
    actions,
    routes: [],
    actionsAt: (model) => declared.get(model) ?? [],
    jobOf: (kind) => jobs.get(kind),
    nightly: parts.flatMap((one) => Object.entries(one.nightly ?? {})),
    minutely: parts.flatMap((one) => Object.entries(one.minutely ?? {})),
    promptly: parts.flatMap((one) => Object.entries(one.promptly ?? {})),
    everyFiveMinutes: parts.flatMap((one) => Object.entries(one.everyFiveMinutes ?? {})),
    configuration: configurationOf(parts),
    namings: parts.flatMap((one) => one.namings ?? []),
    postpone: async (...asked) => (await postponing?.(...asked)) ?? new Map(),
    async notified(...given) {
      for (const run of telling) await run(...given)
    },
    async beforeCommit(ctx) {
      for (const run of ending) await run(ctx)
    },
  }
}

function configurationOf(parts: readonly Part[]): ConfigurationParts {
  const own = parts.flatMap(({ configuration }) => configuration ?? [])
  const keyed = <T>(what: string, of: readonly Readonly<Record<string, T>>[]) =>
    Object.fromEntries(
      unique(
        what,
        of.flatMap((one) => Object.entries(one)),
      ),
    )
  return {
    publish: keyed('publication', own.flatMap(({ publish }) => (publish ? [publish] : []))),
    write: keyed('write of a pack', own.flatMap(({ write }) => (write ? [write] : []))),
    settings: own.flatMap(({ settings }) => settings ?? []),
  } // oxfmt-ignore
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
