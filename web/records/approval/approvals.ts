// The approvals of a record or of one person, as every screen reads them.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { approvalsOfRecord, type ApprovalView, formOfApproval, listToDo, viewApproval } from '../../../model/approval/approval-actions.ts'
import type { Lang, Options } from '../../../model/kit/fields.ts'
import { act } from '../../api/api.ts'

const OWN = { faults: 'own' } as const

export const useApproval = (sid: string | undefined) =>
  useQuery({
    queryKey: ['approval', 'overview', sid],
    queryFn: async () => (await act(viewApproval, { sid: sid ?? '' })).approval,
    enabled: Boolean(sid),
    meta: OWN,
  })

/** The key begins with the record type, since a change of the record changes its form. */
export const useForm = (entity: string, sid: string) =>
  useQuery({ queryKey: [entity, 'approval_form', sid], queryFn: async () => (await act(formOfApproval, { sid })).form, retry: false, meta: OWN })

/** The running one first, then the latest. */
export const useApprovalsOf = (entity: string, record_sid: string, enabled = true) =>
  useQuery({
    queryKey: ['approval', 'of_record', entity, record_sid],
    queryFn: async () => (await act(approvalsOfRecord, { entity, record_sid })).approvals,
    enabled,
    retry: false,
    meta: OWN,
  })

const FIRST = 5

/** The open approvals that wait for this person: the first ones, and their number. */
export const useToDo = (enabled = true) =>
  useQuery({ queryKey: ['approval_task', 'first'], queryFn: () => act(listToDo, { start: 0, rows: FIRST }), staleTime: 60_000, enabled, meta: OWN })

/** The reason of a return to the starter, while the starter amends the record. */
export const returnOf = ({ nodes, log }: Pick<ApprovalView, 'nodes' | 'log'>) =>
  nodes.some(({ type, state }) => type === 'START' && state === 'OPEN') ? log.findLast((line) => line.act === 'RETURN') : undefined

/** Reloads approvals after a refusal, since other people have acted in the meantime. */
export function useFreshApprovals() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ predicate: ({ queryKey: [of] }) => of === 'approval' || of === 'approval_task' })
}

export const isUnderWay = ({ state }: Pick<ApprovalView, 'state'>) => state === 'RUNNING' || state === 'WAITING_FOR_ADMIN'

/** The label of one of these options. */
export const labelIn = (options: Options, code: string, lang: Lang): string => options[code]?.[lang === 'zh' ? 0 : 1] ?? code

type Worded = Readonly<Record<string, unknown>>
/** A text that is kept in both languages, as `name` and `name_en`. */
export const textIn = (record: Worded, key: string, lang: Lang): string => String((lang === 'en' && record[`${key}_en`]) || record[key] || '')

/** The steps at which people act or are notified, in order. */
export const stepsOf = ({ nodes }: Pick<ApprovalView, 'nodes'>) =>
  nodes.filter(({ type }) => type === 'APPROVE' || type === 'HANDLE' || type === 'NOTICE')
