import { defineAction, facts, sidOf } from '../kit/action.ts'
import { boolean, date, integer, link, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

/** The accepted facts: as proposed, or as the person corrected them. */
const ACCEPTED = {
  sid: sidOf('notice_intake'),
  case_sid: link('案件', 'Case', { to: 'case', required: true }),
  doc_type: link('通知书种类', 'Kind of notice', { to: 'document_type', required: true }),
  issue_date: date('发文日', 'Issue date', { required: true }),
  receive_date: date('收文日', 'Received'),
  receipt_reason: string('收文较晚的理由和证据', 'Reason and proof of a late receipt', { max: 255 }),
  serial_no: string('发文序列号', 'Official serial no.', { max: 60 }),
  set_due: date('通知书载明期限', 'Date named in the notice'),
  round_no: integer('次数', 'Round', { min: 1, max: 99 }),
  application_no: string('申请号', 'Application no.', { max: 60 }),
  filing_date: date('申请日', 'Filing date'),
} as const

/** Entered in a case that lacks them, where the step that the notice brings about requires them. */
export const FILING_FACTS = ['application_no', 'filing_date'] as const
export type FilingFact = (typeof FILING_FACTS)[number]

/** A deadline that the notice opens, moves or closes. */
export type FollowingDeadline = {
  name: string
  name_en: string
  what: 'NEW' | 'MOVED' | 'CLOSED' | 'REOPENED'
  from: string | null
  to: string | null
}

export const previewNotice = defineAction({
  model: 'notice_intake',
  name: 'preview',
  zh: '接收后随之产生、变动或办结的期限；不保存',
  en: 'Deadlines that would open, move or close if the notice were accepted; nothing is saved',
  body: ACCEPTED,
  answer: {
    deadlines: facts<FollowingDeadline[]>('期限', 'Deadlines', {
      type: 'array',
      items: { type: 'object', required: ['name', 'name_en', 'what', 'from', 'to'] },
    }),
    fees: integer('新增费用', 'New fees'),
    waits: facts<string | null>('待另一人确认的较晚期限', 'Later dates that a second person has to confirm', { type: ['string', 'null'] }),
    asked: facts<FilingFact[]>('受理所需而案件尚缺的项目', 'What filing requires and the case lacks', { type: 'array', items: { type: 'string' } }),
    stays: facts<string | null>('案件状态为何不变，或为何没有产生期限', 'Why the case stays in its state, or nothing is docketed', {
      type: ['string', 'null'],
    }),
  },
  permission: 'update',
  also: { document: 'create' },
})

export const acceptNotice = defineAction({
  model: 'notice_intake',
  name: 'accept',
  zh: '接收通知书：归档文件，登记官方事件',
  en: 'Accept the notice: its document is filed and its official event recorded',
  body: ACCEPTED,
  answer: { record: 'notice_intake' },
  permission: 'update',
  also: { document: 'create' },
  on: 'record',
})

export const rejectNotice = defineAction({
  model: 'notice_intake',
  name: 'reject',
  zh: '退回：不是要登记的通知书',
  en: 'Reject: the file is no notice to be recorded',
  body: { sid: sidOf('notice_intake'), reason: string('理由', 'Reason', { max: 255 }) },
  answer: { record: 'notice_intake' },
  permission: 'update',
  on: 'record',
})

export const enterNotice = defineAction({
  model: 'notice_intake',
  name: 'enter',
  zh: '把通知书的申请号、申请日填入案件：接收时案件正在审批，未能填入',
  en: 'Enter the application number and filing date of the notice in its case, which was being approved when the notice was accepted',
  body: { sid: sidOf('notice_intake'), leaves_out: boolean('不填入', 'Leave them out') },
  answer: { record: 'notice_intake' },
  permission: 'update',
  on: 'record',
})

export const receiveNotices = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/notice_intake/do/receive',
  tag: 'notice_intake',
  zh: '上传通知书：PDF、图片、XML、邮件、Word 或其压缩包，随后自动读取',
  en: 'Upload notices as PDF, picture, XML, message, Word or a zip of them; they are then read',
  body: {},
  form: 'only',
  answer: {
    record: facts<string[]>('通知书', 'Notices', { type: 'array', items: { type: 'string' } }),
    skipped: facts<{ name: string; reason: string }[]>('未收下的文件', 'Files not taken', {
      type: 'array',
      items: { type: 'object', required: ['name', 'reason'] },
    }),
  },
  permission: 'create',
  of: 'document',
  also: { notice_intake: 'update' },
})

const SID = link('通知书', 'Notice', { to: 'notice_intake' })

export const drawNoticePage = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/notice_intake/do/page/:sid/:page',
  tag: 'notice_intake',
  zh: '通知书某页的图片',
  en: 'Picture of a page of the notice',
  path: { sid: SID, page: integer('页', 'Page', { min: 1, max: 50 }) },
  answer: { file: 'image/webp', leaves: 'VIEWED' },
  permission: 'get',
  of: 'notice_intake',
})

export const downloadNotice = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/notice_intake/do/download/:sid',
  tag: 'notice_intake',
  zh: '下载收到的文件',
  en: 'Download the received file',
  path: { sid: SID },
  answer: { file: 'application/octet-stream', leaves: 'DOWNLOADED' },
  permission: 'get',
  of: 'notice_intake',
})
