import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import type { Tenant } from '../../records/context.ts'
import { addTurn, limitOf } from './limits.ts'

/** Calls of one person in five minutes, over all sessions and tokens. INNOE_COSTLY_LIMIT changes the first; the others keep their ratio. */
const ORDINARY = 1000
const MAX_CALLS = { exports: 1000, imports: 1000, mails: 200, uploads: 5000, downloads: 20_000 } as const
type Kind = keyof typeof MAX_CALLS

/** Rare ones are counted across all processes, frequent ones in each. */
const IN_EACH: ReadonlySet<Kind> = new Set(['uploads', 'downloads'])

/** By the end of their address: the name of the call, or the model and the name where the name alone says too little. */
const COSTLY: Readonly<Record<string, Kind>> = {
  export: 'exports', export_file: 'exports', import_template: 'exports', 'i18n/read_file': 'exports', use_file: 'exports', costs_file: 'exports', bank_file: 'exports', forecast_file: 'exports', matrix_file: 'exports', exportSql: 'exports', word: 'exports', archive: 'exports', merge: 'exports', fill_template: 'exports',
  'statistic/file': 'exports', 'statistic/pdf': 'exports', 'report/file': 'exports', 'report/slides': 'exports', 'configuration_pack/download': 'exports', 'whole_export/start': 'exports', 'case/due_diligence': 'exports',
  import: 'imports', import_preview: 'imports', import_file: 'imports', 'configuration_pack/upload': 'imports', 'docket_list/compare': 'imports', compare_with_registers: 'imports',
  'outgoing_mail/send': 'mails', 'outgoing_mail/retry': 'mails', 'mail/test': 'mails', 'register/test': 'mails', 'incoming_mailbox/test': 'mails', 'incoming_mailbox/fetch': 'mails',
  upload: 'uploads', attach: 'uploads', receive: 'uploads', read_vat_invoices: 'uploads', read_bank_result: 'uploads', read_bills: 'uploads', read_bpmn: 'uploads', read_receipts: 'uploads', 'document/create': 'uploads',
  download: 'downloads', view: 'downloads', page: 'downloads',
} // oxfmt-ignore

const CALL = /\/(\w+)\/(?:do|front)\/(\w+)/

/** Whether a call is one of these, by its address. */
export function costOf(url: string): Kind | undefined {
  const [, model = '', name = ''] = CALL.exec(url) ?? []
  const key = `${model}/${name}`
  return Object.hasOwn(COSTLY, key) ? COSTLY[key] : Object.hasOwn(COSTLY, name) ? COSTLY[name] : undefined
}

/** One person cannot export the register, fill the disk or have mail sent without end, neither by a script nor by a stolen session. Searches have the limit of all calls alone. */
export async function limitCostly(tenant: Tenant, account: string | null, { url }: FastifyRequest) {
  const kind = costOf(url.split('?')[0] ?? '')
  if (!kind || !account) return
  const most = limitOf(MAX_CALLS[kind], 'INNOE_COSTLY_LIMIT', ORDINARY)
  if (!IN_EACH.has(kind)) return addTurn(tenant, `costly ${kind} ${account}`, most)
  const now = Math.floor(Date.now() / WINDOW_MS)
  if (now !== window) {
    window = now
    counts = new Map()
  }
  const key = `${tenant.name} ${kind} ${account}`
  const n = (counts.get(key) ?? 0) + 1
  counts.set(key, n)
  if (n > most) refuse('too_many_requests', { seconds: Math.max(1, Math.ceil(((now + 1) * WINDOW_MS - Date.now()) / 1000)) })
}

const WINDOW_MS = 5 * 60_000
let window = 0
let counts = new Map<string, number>()
