import { myMenus } from '../../model/auth/rbac-menu-actions.ts'
// The hooks through which every screen reads and writes.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { ActionDeclaration, AnswerOf, SentBody } from '../../model/kit/action.ts'
import type { Page, WireSchema } from '../../model/kit/wire.ts'
import { readLook } from '../../model/settings/setting-routes.ts'
import { ask, bearing, call } from './call.ts'
import { confirming } from './confirm.ts'
import { onSession, readSession } from './tokens.ts'

type Value = unknown
export type Rec = { sid: string; version: number; [field: string]: Value }
type SearchBody = { fl?: string[]; iql?: string; rows?: number; start?: number; total?: 'capped' | 'none' }
type Me = { sid: string; name: string; name_en?: string | null; company_sid?: string | null; avatar?: string | null; [field: string]: Value }
export type Tenant = AnswerOf<typeof readLook>

/** The options of a failed query or mutation for the common error handling. */
type Meta = { faults?: 'own' | 'form' }

const MODEL = '/innoe-webapi/model'
export const modelPath = (model: string, rest: string) => `${MODEL}/${model}/${rest}`
/** One of the verbs that every model has. */
export const doVerb = <T>(model: string, verb: string, body: object = {}) =>
  confirming((confirm) => call<T>(modelPath(model, `do/${verb}`), confirm.length > 0 ? { ...body, confirm } : body))
/** Calls a declared action, with the types of its declaration. */
export const act = <const A extends ActionDeclaration>({ at, model, name }: A, body: SentBody<A>) =>
  call<AnswerOf<A>>(modelPath(at ?? model, `do/${name}`), body)

export const useSession = () => useSyncExternalStore(onSession, readSession)

export const useTenant = () =>
  useQuery({
    queryKey: ['tenant'],
    queryFn: () => ask(readLook, {}, { anonymous: true }),
    staleTime: Infinity,
    retry: 2,
    meta: { faults: 'own' },
  }).data

export const useMe = () =>
  useQuery({ queryKey: ['user_info', 'my'], queryFn: () => call<Me>(modelPath('user_info', 'do/my?flat=1')), staleTime: 300_000 })

export const useMenus = () => useQuery({ queryKey: ['rbac_menu', 'mine'], queryFn: () => act(myMenus, {}), staleTime: 300_000 })

/** The schema comes in the caller's language, so the language is part of its key. */
export const useSchema = (model: string | undefined) =>
  useQuery({
    queryKey: ['schema', model, bearing.language],
    queryFn: () => call<WireSchema>(modelPath(model ?? '', 'do/schema')),
    staleTime: 300_000,
    enabled: Boolean(model),
  })

export const useSearch = (model: string, body: SearchBody, more: { enabled?: boolean; staleTime?: number; meta?: Meta } = {}) =>
  useQuery({
    queryKey: [model, 'search', body],
    queryFn: ({ signal }) => call<Page<Rec>>(modelPath(model, 'do/search'), body, { signal }),
    placeholderData: keepPreviousData,
    ...more,
  })

export const useRecord = (model: string, sid: string | undefined, more: { meta?: Meta } = {}) =>
  useQuery({
    queryKey: [model, 'record', sid],
    queryFn: ({ signal }) => call<Rec>(modelPath(model, sid ?? ''), undefined, { signal }),
    enabled: Boolean(sid),
    ...more,
  })

/** With a sid an update, without one a create. */
export const useSave = (model: string, meta: Meta = { faults: 'form' }) =>
  useWrite(model, (fields: Record<string, Value>) => doVerb<Rec>(model, fields['sid'] ? 'update' : 'create', fields), meta)

export const useTransition = (model: string, meta: Meta = { faults: 'form' }) =>
  useWrite(model, (body: { sid: string; transition: string; [field: string]: Value }) => doVerb<Rec>(model, 'transition', body), meta)

/** A deleted record is not fetched again; lists and counts are. */
export function useRemove(model: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (sids: string[]) =>
      sids.length === 1 ? doVerb<unknown>(model, `delete/${sids[0]}`) : doVerb<unknown>(model, 'batch_delete', { sids }),
    onSuccess: (_answer, sids) => {
      const isGone = (key: readonly unknown[]) => key[1] === 'record' && sids.includes(String(key[2]))
      return client.invalidateQueries({ queryKey: [model], predicate: ({ queryKey }) => !isGone(queryKey) })
    },
  })
}

export const useBatch = (model: string, meta: Meta = { faults: 'form' }) =>
  useWrite(model, (body: { sids: string[]; changes: Record<string, Value> }) => doVerb<unknown>(model, 'batch_update', body), meta)

export const useRestore = (model: string) => useWrite(model, (sids: string[]) => doVerb<unknown>(model, 'restore', { sids }))

/** A write invalidates every cached response of its model. */
export function useWrite<A, T>(model: string, work: (input: A) => Promise<T>, meta: Meta = {}) {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, meta, onSuccess: () => client.invalidateQueries({ queryKey: [model] }) })
}
