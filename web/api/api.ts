import { proposeRemoval, proposeRemovals } from '../../model/docketing/later-dates/date-confirmation-actions.ts'
import { myself } from '../../model/organisation/user-info-actions.ts'
import { urlOf } from '../../model/kit/wire/route.ts'
import { readModel, readRecord, type VerbName, type Verbs } from '../../model/kit/verbs.ts'
import { myMenus } from '../../model/auth/roles/rbac-menu-actions.ts'
// The hooks through which every screen reads and writes.
import { keepPreviousData, type Query, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ActionDeclaration, AnswerOf, SentBody } from '../../model/kit/action.ts'
import { readLook, readOwnLook } from '../../model/settings/setting-routes.ts'
import type { BatchWays } from '../../model/kit/batch-modes.ts'
import { ask, bearing, call } from './call.ts'
import { confirmedIn, confirming } from './confirm.ts'
import { ApiFault, WAITS_FOR_SECOND } from './fault.ts'
import { changeSession, isInside, onSession, readSession } from './tokens.ts'

type Value = unknown
export type Rec = { sid: string; version: number; [field: string]: Value }
type SearchBody = SentBody<Verbs['search']>
export type Tenant = AnswerOf<typeof readLook>

/** The options of a failed query or mutation for the common error handling. */
type Meta = { faults?: 'own' | 'form' }

const MODEL = '/innoe-webapi/model'
export const modelPath = (model: string, rest: string) => `${MODEL}/${model}/${rest}`
/** One of the verbs that every model has, with the types of its declaration; a warning is confirmed by the person, unless `confirm` in the body names it. */
export const doVerb = <V extends VerbName>(model: string, verb: V, body: SentBody<Verbs[V]>) =>
  confirming(
    (confirm) => call<AnswerOf<Verbs[V]>>(modelPath(model, `do/${verb}`), confirm.length > 0 ? { ...body, confirm } : body),
    confirmedIn(body),
  )
/** Calls a declared action, with the types of its declaration. */
export const act = <const A extends ActionDeclaration>({ at, model, name, methods }: A, body: SentBody<A>, more: { asOneself?: boolean } = {}) =>
  methods?.includes('GET')
    ? call<AnswerOf<A>>(urlOf({ url: modelPath(at ?? model, `do/${name}`) }, {}, body), undefined, more)
    : call<AnswerOf<A>>(modelPath(at ?? model, `do/${name}`), body, more)

export const useSession = () => useSyncExternalStore(onSession, readSession)

const systemLook = () => ask(readLook, {}, { anonymous: true })

/** That of the chosen company, or of the person's own; a link to a record of another company changes nothing of it. */
const ownLook = (chosen: string) => ask(readOwnLook, {}, { asOneself: true, allCompanies: true, ...(chosen && { query: { company_sid: chosen } }) })

/** The branding: of the system before a person is signed in with all that is asked of them, afterwards that of their company over it. */
export function useTenant() {
  const session = useSession()
  const [whose, chosen] = isInside(session) ? [session.user_sid, session.chosen_company ?? ''] : ['', '']
  return useQuery({
    queryKey: ['tenant', whose, chosen],
    queryFn: () => (whose === '' ? systemLook() : ownLook(chosen)),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    retry: 2,
    meta: { faults: 'own' },
  }).data
}

export const useMe = () => useQuery({ queryKey: ['user_info', 'my'], queryFn: () => act(myself, { flat: '1' }), staleTime: 300_000 })

const MENUS = { queryKey: ['rbac_menu', 'mine'], queryFn: readMenus, staleTime: 300_000 }

/** A change of the menus takes effect at the next sign-in. */
async function readMenus() {
  const now = await act(myMenus, {})
  const session = readSession()
  if (session?.viewing) return { menus: now, isChanged: false }
  const kept = session?.menus
  if (!kept) changeSession({ menus: now })
  return { menus: kept ?? now, isChanged: kept !== undefined && JSON.stringify(kept) !== JSON.stringify(now) }
}

export const useMenus = () => useQuery({ ...MENUS, select: ({ menus }) => menus })
export const useMenusChanged = () => useQuery({ ...MENUS, select: ({ isChanged }) => isChanged }).data ?? false

export const readSchema = (model: string) => ask(readModel, {}, { path: { model } })

/** The schema comes in the caller's language, so the language is part of its key. */
export const useSchema = (model: string | undefined) =>
  useQuery({
    queryKey: ['schema', model, bearing.language],
    queryFn: () => readSchema(model ?? ''),
    staleTime: 300_000,
    enabled: Boolean(model),
  })

/** Several at once; schemas that this person may not read are errors. */
export const useSchemas = (models: readonly string[]) =>
  useQueries({
    queries: models.map((model) => ({
      queryKey: ['schema', model, bearing.language],
      queryFn: () => readSchema(model),
      staleTime: 300_000,
      retry: false,
      meta: { faults: 'own' },
    })),
  })

export const useSearch = (model: string, body: SearchBody, more: { enabled?: boolean; staleTime?: number; meta?: Meta } = {}) =>
  useQuery({
    queryKey: [model, 'search', body],
    queryFn: ({ signal }) => call<AnswerOf<Verbs['search']>>(modelPath(model, 'do/search'), body, { signal }),
    placeholderData: keepPreviousData,
    ...more,
  })

type GroupBody = SentBody<Verbs['aggregate']>

/** Counts and sums by groups; the last answer stays while another is read. */
export const useGroups = (model: string, body: GroupBody, enabled = true) =>
  useQuery({
    queryKey: [model, 'groups', body],
    queryFn: ({ signal }) => call<AnswerOf<Verbs['aggregate']>>(modelPath(model, 'do/aggregate'), body, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    meta: { faults: 'own' },
  })

export const useRecord = (model: string, sid: string | undefined, more: { meta?: Meta } = {}) =>
  useQuery({
    queryKey: [model, 'record', sid],
    queryFn: ({ signal }) => ask(readRecord, {}, { path: { model, sid: sid ?? '' }, signal }),
    enabled: Boolean(sid),
    ...more,
  })

/** An update with a sid, a create without one. */
export const useSave = (model: string, meta: Meta = { faults: 'form' }) =>
  useWrite(model, (fields: Record<string, Value>) => doVerb(model, fields['sid'] ? 'update' : 'create', fields), meta)

export const useTransition = (model: string, meta: Meta = { faults: 'form' }) =>
  useWrite(model, (body: { sid: string; transition: string; [field: string]: Value }) => doVerb(model, 'transition', body), meta)

type Removed = { proposed: boolean; message?: string | null | undefined }

/** Their deletion may make a date later. */
const PROPOSED = Object.keys(proposeRemoval.body.entity.options) as (keyof typeof proposeRemoval.body.entity.options)[] // its own keys

/** A deleted record is not fetched again; lists and counts are. The answer states whether a deletion waits for a second person. */
export function useRemove(model: string, { isCase = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (sids: string[]): Promise<Removed> => {
      const [sid] = sids
      const entity = PROPOSED.find((one) => one === (isCase ? 'case' : model))
      if (entity && sid !== undefined && sids.length === 1) return act(proposeRemoval, { entity, record_sid: sid })
      if (entity) {
        const { proposed, message } = await act(proposeRemovals, { entity, sids })
        return { proposed: proposed > 0, message }
      }
      if (sid === undefined || sids.length > 1) await doVerb(model, 'batch_delete', { sids })
      else await doVerb(model, 'delete', { sid })
      return { proposed: false }
    },
    onSuccess: ({ proposed }, sids) => {
      if (proposed) void client.invalidateQueries({ queryKey: [proposeRemoval.model] })
      const isGone = (key: readonly unknown[]) => !proposed && key[1] === 'record' && sids.includes(String(key[2]))
      return client.invalidateQueries({ queryKey: [model], predicate: ({ queryKey }) => !isGone(queryKey) })
    },
  })
}

export const useBatch = (model: string, meta: Meta = { faults: 'form' }) =>
  useWrite(model, (body: { sids: string[]; changes: Record<string, Value>; modes?: BatchWays }) => doVerb(model, 'batch_update', body), meta)

export const useRestore = (model: string) => useWrite(model, (sids: string[]) => doVerb(model, 'restore', { sids }))

/** Only a write of their own model changes these. */
const STEADY: ReadonlySet<unknown> = new Set(['schema', 'tenant', 'rbac_menu', 'user_info', 'company'])

const isProposal = ({ queryKey: [of] }: Query) => String(of).endsWith('_proposal')

/** A write moves records of other models too, such as the deadlines and fees of a case: every cached response may be out of date. */
export function useWrite<A, T>(model: string, work: (input: A) => Promise<T>, meta: Meta = {}) {
  const client = useQueryClient()
  const isConcerned = ({ queryKey: [of] }: Query) => of === model || !STEADY.has(of)
  return useMutation({
    mutationFn: work,
    meta,
    onSuccess: () => client.invalidateQueries({ predicate: isConcerned }),
    // A change that waits for a second person is stored as a proposal; no other record has changed.
    onError: (fault) => fault instanceof ApiFault && fault.code === WAITS_FOR_SECOND && void client.invalidateQueries({ predicate: isProposal }),
  })
}
