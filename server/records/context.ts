import { todayIn, ZONE } from '../../model/kit/days/clock.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { ActionDeclaration } from '../../model/kit/action.ts'
import type { RouteDeclaration } from '../../model/kit/wire/route.ts'
import type { Lang, Words } from '../../model/kit/fields.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import type { Model } from '../../model/kit/model.ts'
import type { HandedOver } from '../../model/organisation/handed-over.ts'
import type { NoticeTopic } from '../../model/settings/notifications/notice-topics.ts'
import type { Fault } from '../../model/kit/wire/wire.ts'
import type { ShareRight } from '../../model/sharing/share-level.ts'
import type { Refusal } from '../errors.ts'
import type { PubSub } from '../database/publish.ts'
import type { Db, TenantHandles } from '../database/pool.ts'
import type { Replica } from '../database/replica.ts'
import type { ModelName, RowOf } from '../database/tables.ts'
import type { Declared, Models } from './registry.ts'
import type { SecretKeys } from './settings/secret-keys.ts'
import type { Totals } from './query/totals/totals.ts'

// The shared types of the engine. They refer to each other, so they are in one file.

export type Source = 'web' | 'api' | 'import' | 'job' | 'workflow' | 'sync'

export type Grant = {
  role: string
  model: string
  verbs: readonly string[]
  scope: 'OWN' | 'SELF' | 'DEPT' | 'DEPT_SUB' | 'COMPANY' | 'COMPANY_SUB' | 'VIRTUAL' | 'PEOPLE' | 'AGENCY' | 'ALL' | 'CUSTOM'
  query: string | null
  /** Within the rows that are seen: those that may be changed, and those that may be deleted. */
  change_scope?: Grant['scope'] | null
  delete_scope?: Grant['scope'] | null
  /** The companies to whose records the grant is limited. */
  within?: readonly string[] | null
  /** The most rows of an export; unlimited without it. */
  export_max?: number | null
  hidden: readonly string[]
  read_only: readonly string[]
  /** The personnel range of the role: whose records the scope PEOPLE shows. */
  people?: readonly string[]
  masks?: readonly ('id_no' | 'mobile')[] // shown in part
}

/** The acting user. `sid` is the person (user_info); the system itself acts as SYSTEM. */
export type Actor = {
  sid: string | null
  user_sid: string | null
  token_sid: string | null
  name: string
  name_en?: string | null
  account: string
  platform: 1 | 2
  company_sid: string | null
  department_sid: string | null
  part_time_departments?: readonly string[] // where the person works besides
  agency_sid: string | null
  roles: readonly string[]
  role_sids?: readonly string[]
  functions?: Readonly<Record<string, readonly string[]>> // those that are bound to roles, with the roles that give them
  document_classes: readonly string[] // classes of documents that the roles see
  grants: readonly Grant[]
  denies?: readonly Grant[] // what roles take away, whatever others give
  /** Departments and companies, with all below them. */
  departments: readonly string[]
  companies: readonly string[]
  /** The virtual organisations of this person today, with their people and departments, those below included. */
  virtual: { organisations: readonly string[]; people: readonly string[]; departments: readonly string[] }
  stands_in_for: readonly string[] // the persons for whom this person acts today, while they are away
  received?: readonly Received[] // what others share with this person today
  /** The sub-company selected in the shell, with all below it; null is no restriction. */
  selected: readonly string[] | null
  /** The acting person, while they view as this person: writes are refused, and only records that both may see are shown. */
  viewer?: Actor
  reads_only?: boolean // the token of the call opens nothing but reading
  /** The access of this person to each model, computed once. */
  access: Map<string, Access>
}

/** A share of a case, or of one document of it, that is neither revoked nor over; `sharer` acts by roles alone. */
export type Received = {
  share: string
  kind: string
  case: string
  document: string | null
  /** The classes of documents that are shared with the case. */
  classes: readonly string[]
  right: ShareRight
  sharer: Actor
}

/** The same side of the product as option fields store it. */
export const platformCode = (platform: 1 | 2) => (platform === 1 ? '1' : '2')

export type Tenant = TenantHandles & {
  name: string
  schema: string
  replica?: Pick<Replica, 'complete' | 'hasReached' | 'failed'> & { db: Db }
  declared: Declared
  models: Models
  modules: Modules
  totals: Totals
  keys: SecretKeys // for secret fields
  pubsub: PubSub
}

/** The request context of every verb: one handle (pool or transaction), the tenant, the actor, and the source of the call. */
export type Context = {
  db: Db
  tenant: Tenant
  actor: Actor
  lang: Lang
  further?: string // a language of the tenant's own, whose words are laid over those of `lang`
  own_words?: ((key: string) => string | undefined) | undefined // of the tenant, in the caller's language, where labels are read for a person
  source: Source
  /** The source and the menu resource that the call states: for the change log only. */
  said?: Source
  resource?: string
  request_id: string
  position?: string // of the caller's last write in the log of the database
  /** Origin of the call; absent for the system itself */
  origin?: { address: string | null; device: string | null; request_id: string }
  asked_from?: Omit<NonNullable<Context['origin']>, 'request_id'> // of a job: where the call came from that started it
  today: string // of the tenant, as YYYY-MM-DD
  reason?: string
  /** By model: the verbs or abilities of the action that runs. A record that it changes must be within the rows of each. */
  asked?: Readonly<Record<string, readonly string[]>>
  /** Warnings that did not stop the write, returned with the created or changed record. */
  warnings?: string[]
  /** Codes of the warnings that the caller has confirmed; absent where no user can be asked. */
  confirmed?: ReadonlySet<string> | undefined
  entered?: string // the model whose records a person enters: the layout in force may require more
  /** The values come from a file with the data of another system: inapplicable values are kept and noted. */
  from_file?: boolean
  /** Nobody can be asked for what the record lacks: an HR system keeps it, or a person comes back as they were. */
  unasked?: true
  after?: (() => void)[] // run after the commit
  slots?: Slots // shared between the hooks of this transaction
}

export type RowValues = Record<string, unknown>

/** A pending insert or update. `row` is the new row; `before` is the old one. */
export type Draft<R extends RowValues = RowValues> = {
  sid: string
  before: R | undefined
  row: R
  changed: Set<string>
  given?: ReadonlySet<string> // the fields that the caller named, changed or not
  faults: Fault[]
  warnings: Warning[]
  transition?: string
}

export type DraftOf<N extends ModelName> = Draft<RowOf<N>>

/** A row of the model: with its columns where the model's name is known. */
export type RowFor<M extends Model> = M extends { name: infer N extends ModelName } ? RowOf<N> : RowValues

/** `asks`: it stops the write until the caller has confirmed it. */
export type Warning = { code: string; field: string; label: Words; words: Words; asks: boolean }

export type Write = (ctx: Context) => Promise<void> // in the given context

/** The hooks of a model, for behaviour that no declaration can express. All run in the write's own transaction. */
export type Hooks<R extends RowValues = RowValues> = {
  /** Completes and corrects before the checks: numbers are normalised, derived fields computed, the case number drawn. */
  prepare?: (ctx: Context, drafts: readonly Draft<R>[]) => Promise<void> | void
  /** Adds faults to the drafts. */
  check?: (ctx: Context, drafts: readonly Draft<R>[]) => Promise<void> | void
  written?: (ctx: Context, drafts: readonly Draft<R>[]) => Promise<void> // after the rows are in their table
  /** Runs the write of changed rows with all its hooks: may refuse it, or take values out of the drafts and run it again after a rollback. */
  updating?: (ctx: Context, drafts: readonly Draft<R>[], write: Write) => Promise<void>
  /** The same for a delete. */
  deleting?: (ctx: Context, rows: readonly R[], write: Write) => Promise<void>
  deleted?: (ctx: Context, rows: readonly R[]) => Promise<void>
  restored?: (ctx: Context, rows: readonly R[]) => Promise<void>
  unmade?: (ctx: Context, sids: readonly string[]) => Promise<void> // rows of this very transaction: what `written` left of them goes too
}

/** Adds computed parts to a whole record on read, such as the reasons of a date. */
export type Shown = (ctx: Context, record: Record<string, unknown>) => Promise<void> | void

export type JobKind = 'IMPORT' | 'EXPORT' | 'DOCKET' | 'BATCH' | 'INTAKE' | 'MAIL' | 'PACK' | 'TENANT' | 'RECONCILE' | 'UNDO' | 'MERGE' | 'DILIGENCE' | 'OFFICE' // oxfmt-ignore

/** The result of one step: added to the job's counts, with the point from which the job can continue. */
export type Step = {
  progress: unknown
  done?: number
  ok?: number
  failed?: number
  total?: number
  errors?: unknown
  message?: Words
  outcome?: unknown // what came of it so far, for its owner's pages
}

/** A running job. `ctx` is the owner's: the job has exactly the owner's permissions. */
export type JobRun<I = unknown, P = unknown> = {
  sid: string
  ctx: Context
  input: I
  /** The progress of the job; null at its start. After a crash the job resumes from here. */
  progress: P | null
  /** Does one step. Its rows and its progress are committed together, so no row is lost or made twice. */
  step(act: (tx: Context) => Promise<Step>): Promise<void>
}

/** The final message of a job. */
export type Outcome = { result_url?: string; message?: Words } | void

export type RunJob = { kind: JobKind; run(run: JobRun): Promise<Outcome> }

export type Method = 'GET' | 'POST'

/** One raw call. `rest` follows the action's name in the address. */
export type RawCall = { ctx: Context; body: Record<string, unknown>; query: Record<string, unknown>; rest: string; request: FastifyRequest }

/** A declared action with its handler, at one method. */
export type Action = { method: Method; at: string; name: string; declared: ActionDeclaration; run(call: RawCall): Promise<unknown> }

export type Nightly = (ctx: Context) => Promise<unknown>

/** One named group of settings of a company, as a configuration pack carries it: values by key. */
export type ConfiguredSetting = {
  code: string
  words: Words
  /** The words of one value. */
  labelOf?(key: string): Words | undefined
  /** Refuses people who may not see the values. */
  read(ctx: Context, company: string | null): Promise<RowValues>
  /** By the rules of a change by hand; null restores the default of one value. */
  write(ctx: Context, company: string | null, values: RowValues): Promise<void>
}

/** `carried` leaves out what `keep` works out anew; `keep` has all values of a new record, or the changed ones of `before`; `takeBack` removes it, or writes the former values. */
export type PackedWrite = {
  carried?(row: RowValues): RowValues
  keep(ctx: Context, before: RowValues | undefined, values: RowValues): Promise<void>
  takeBack(ctx: Context, sid: string, values: RowValues | undefined): Promise<void>
}

/** Additions to the declarations for configuration packs, keyed by model */
export type ConfigurationParts = {
  /** Publishes a draft and puts it in force. */
  publish: Readonly<Record<string, { publish(ctx: Context, sid: string): Promise<unknown>; apply?(ctx: Context): Promise<void> }>>
  /** Writes a record that a plain write cannot, and takes it back. */
  write: Readonly<Record<string, PackedWrite>>
  settings: readonly ConfiguredSetting[]
}

/** Settings that name people, as a group of a handover: answers all that name the person, and puts `to` in their place; `why`: it is changed by hand. */
export type Naming = { group: HandedOver; of(ctx: Context, person: string, to?: string): Promise<readonly NamedThere[]> }
export type NamedThere = { sid: string; model: string; name: Words; why: Words | undefined }

/** All modules of the process, as the engine queries them. */
export type Modules = {
  hooksOf(model: string): readonly Hooks[]
  shownBy(model: string): readonly Shown[]
  rowVisibilityOf(model: string): RowVisibility | undefined
  kinOf(model: string, field: string): Kin | undefined
  released(ctx: Context, sids: readonly string[]): Promise<ReadonlySet<string>>
  actionOf(method: string, at: string, name: string): Action | undefined
  actions: readonly Action[]
  /** The calls at addresses of their own. */
  routes: readonly RouteDeclaration[]
  /** The actions at one model's address, each once, for all methods. */
  actionsAt(model: string): readonly ActionDeclaration[]
  jobOf(kind: string): RunJob | undefined
  configuration: ConfigurationParts
  namings: readonly Naming[]
  nightly: readonly (readonly [name: string, run: Nightly])[]
  everyFiveMinutes: readonly (readonly [name: string, run: Nightly])[]
  promptly: readonly (readonly [topic: string, run: Nightly])[]
  minutely: readonly (readonly [name: string, run: Nightly])[]
  /** Requested transitions that are postponed, since another act must come first; by record */
  postpone(ctx: Context, model: Model, drafts: readonly Draft[], fields: RowValues): Promise<Postponed>
  /** Runs at the end of each transaction; an error rolls the transaction back. */
  notified(
    ctx: Context,
    notices: readonly { user_sid: string; title: string | null; title_en: string | null; link: string | null }[],
    topic: NoticeTopic,
  ): Promise<void>
  beforeCommit(ctx: Context): Promise<void>
}

/** By record: `done` if it took place after all, otherwise the refusal with the reason of the wait */
export type Postponed = ReadonlyMap<string, { done: true } | { done: false; refusal: Refusal }>

/** The access of one person to one model. `rows` is ANDed to every query; undefined is every row. */
export type Access = {
  verbs: ReadonlySet<string>
  rows: Condition | undefined
  /** The rows that may be changed: of the grants with a changing verb, if any. */
  changeable: Condition | undefined
  /** The rows that a verb or an ability may change: of the grants that give it. */
  changeableBy(verb: string): Condition | undefined
  /** The companies to which a record may be given; undefined is any. */
  places: readonly string[] | undefined
  /** The most rows of an export; undefined is unlimited. */
  exportable: number | undefined
  /** The same rows, if they depend on companies only: then kept totals can answer. */
  companies: readonly string[] | undefined
  mayRead(code: string): boolean
  /** Whether the answer may say that a secret is set. */
  mayKnowSet(code: string): boolean
  mayWrite(code: string): boolean
  /** The field is shown, but masked. */
  masks(code: string): boolean
}

/** The parts of row visibility beyond roles: records seen `also`, and the `only` ones to which everybody's access is limited. */
export type RowVisibility = { also?(ctx: Context): Condition | undefined; only?(ctx: Context): Condition | undefined }

/** Returns, for each company, the companies among which a company-unique value is unique. */
export type Kin = (ctx: Context, companies: readonly (string | null)[]) => Promise<ReadonlyMap<string | null, readonly string[]>>

export type Slots = Map<object, unknown>

export const SYSTEM: Actor = {
  sid: null,
  user_sid: null,
  token_sid: null,
  name: 'system',
  account: 'system',
  platform: 1,
  company_sid: null,
  department_sid: null,
  agency_sid: null,
  roles: [],
  document_classes: [],
  grants: [{ role: 'system', model: '*', verbs: ['*'], scope: 'ALL', query: null, hidden: [], read_only: [] }],
  departments: [],
  companies: [],
  virtual: { organisations: [], people: [], departments: [] },
  stands_in_for: [],
  selected: null,
  access: new Map(),
}

let present = { day: '', until: 0 }

/** Today in the tenant's zone; computed once a day, as every request needs it. */
export function presentDay(): string {
  const now = Date.now()
  if (now < present.until && now >= present.until - DAY) return present.day
  const day = Temporal.PlainDate.from(todayIn(ZONE))
  present = { day: day.toString(), until: day.add({ days: 1 }).toZonedDateTime(ZONE).epochMilliseconds }
  return present.day
}

const DAY = 86_400_000 // the zone has no daylight saving time

/** The context of the system itself in a tenant: jobs, seeds, migrations. */
export function systemContext(tenant: Tenant, source: Source = 'job'): Context {
  return { db: tenant.db, tenant, actor: { ...SYSTEM, access: new Map() }, lang: 'zh', source, request_id: 'system', today: presentDay() }
}

/** Runs `act` in one transaction with its context; nested calls join the outer transaction. */
export async function inTransaction<T>(ctx: Context, act: (ctx: Context) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return act(ctx)
  const after: (() => void)[] = []
  const whole = async (tx: Context) => {
    const result = await act(tx)
    await ctx.tenant.modules.beforeCommit(tx)
    return result
  }
  const result = await ctx.db
    .transaction()
    .execute((db) => whole({ ...ctx, db, after, slots: new Map() }))
    .catch((error: unknown) => {
      if (error instanceof TakenBack) return error.instead(ctx)
      throw error
    })
  for (const run of after) run()
  return result
}

/** Thrown in a transaction: it is rolled back, and `instead` runs, which ends with a refusal. */
export class TakenBack extends Error {
  readonly instead: (ctx: Context) => Promise<never>

  constructor(instead: (ctx: Context) => Promise<never>) {
    super('taken back')
    this.instead = instead
  }
}

/** Waits until the same key is free; releases it at the end of the transaction. */
export async function lockKey(ctx: Context, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenant.schema}:${key}`}, 0))`.execute(ctx.db)
}

/** Runs after the commit, or at once outside a transaction. */
export function later(ctx: Context, act: (tenant: Tenant) => void) {
  const run = () => act(ctx.tenant)
  if (ctx.after) ctx.after.push(run)
  else run()
}
