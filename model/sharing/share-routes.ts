import { boolean, datetime, integer, string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { facts } from '../kit/action.ts'

export type SharedFact = { code: string; label: string; value: string }
export type SharedFile = { sid: string; name: string; type: string; issue_date: string; size: number }

const textsOf = (properties: readonly string[]) => ({
  type: 'array',
  items: { type: 'object', properties: Object.fromEntries(properties.map((code) => [code, { type: 'string' }])) },
})

/** The secret is in the body, so that no log and no address contains it. Every link that does not open gives the same answer. */
export const openShare = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/share/open',
  tag: 'sharing',
  zh: '打开共享链接：返回案件的基本信息和文件清单，以及下载文件用的通行码',
  en: 'Open a shared link: the facts of the case, its documents, and a pass with which they are downloaded',
  body: {
    secret: string('链接密钥', 'Secret of the link', { required: true, max: 100, verbatim: true }),
    password: string('密码', 'Password', { max: 64, verbatim: true }),
  },
  answer: {
    needs_password: boolean('需要密码', 'Needs a password'),
    title: string('标题', 'Title', { optional: true }),
    facts: facts<readonly SharedFact[]>('基本信息', 'Facts', textsOf(['code', 'label', 'value'])),
    documents: facts<readonly SharedFile[]>('文件', 'Documents', textsOf(['sid', 'name', 'type', 'issue_date'])),
    may_download: boolean('可以下载', 'May download'),
    sharer: string('共享人', 'Shared by', { optional: true }),
    expires_at: datetime('有效期至', 'Valid until', { optional: true, nullable: true }),
    pass: string('通行码：预览或下载用', 'Pass, for viewing or downloading', { optional: true, verbatim: true }),
  },
  permission: 'open',
})

export const viewShared = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/share/page',
  tag: 'sharing',
  zh: '以通行码预览共享链接中文件的一页，为图片',
  en: 'One page of a document of a shared link as a picture, with the pass of the visit',
  body: {
    pass: string('通行码', 'Pass', { required: true, max: 100, verbatim: true }),
    document_sid: string('文档', 'Document', { required: true, max: 36 }),
    page: integer('页', 'Page', { min: 1, max: 1000, default: 1 }),
  },
  answer: { file: 'image/webp', leaves: 'VIEWED' },
  permission: 'open',
})

export const downloadShared = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/share/document',
  tag: 'sharing',
  zh: '以通行码下载共享链接中的文件',
  en: 'Download a document of a shared link with the pass of the visit',
  body: {
    pass: string('通行码', 'Pass', { required: true, max: 100, verbatim: true }),
    document_sid: string('文档', 'Document', { required: true, max: 36 }),
  },
  answer: { file: 'application/octet-stream', leaves: 'DOWNLOADED' },
  permission: 'open',
})
