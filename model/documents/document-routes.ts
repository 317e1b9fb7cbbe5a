import { boolean, integer, link, string } from '../kit/fields.ts'
import { facts, recordOf } from '../kit/action.ts'
import type { AttachedFile } from '../kit/pictures.ts'
import { defineRoute } from '../kit/wire/route.ts'
import { ARCHIVE } from './archive.ts'
import type { Document } from './document.ts'
import { PACKED } from './packed.ts'

const SID = link('文件', 'Document', { to: 'document' })

/** Through LibreOffice, where it is installed. */
const AS_PDF = boolean('Office 文件转换为 PDF', 'An office file as a PDF')

const uploadAt = <const Url extends string>(url: Url) =>
  defineRoute({
    method: 'POST',
    url,
    tag: 'document',
    zh: '上传：成为一份文件，或其下一版本',
    en: 'Upload a file as a document or as its next version',
    body: {
      records: ['document'],
      with: {
        sid: SID,
        document_key: string('版本组', 'Version group'),
        attach_to: string('附件字段，如 patent.design_pictures', 'Attachment field whose rules apply, such as patent.design_pictures'),
      },
    },
    form: 'only',
    answer: recordOf<Document>('document'),
    permission: 'create',
    of: 'document',
  })

export const uploadDocument = uploadAt('/innoe-webapi/model/document/do/upload')
/** A document needs a file, so the request is a form here, too. */
export const createDocument = uploadAt('/innoe-webapi/model/document/do/create')

/** A person who may create records may upload the files of their attachment fields, whatever their other rights to documents are. */
export const attachFile = defineRoute({
  method: 'POST',
  url: '/innoe-webapi/model/:model/do/attach/:field',
  tag: ':model',
  zh: '上传附件栏的文件',
  en: 'Upload a file for an attachment field',
  path: { field: string('附件栏', 'Attachment field', { max: 60 }) },
  body: {},
  form: 'only',
  answer: { file: facts<AttachedFile>('文件', 'File', { type: 'object', required: ['sid', 'name', 'size'] }) },
  permission: 'create',
  of: ':model',
})

export const downloadThumbnail = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/document/do/thumbnail/:sid',
  tag: 'document',
  zh: '图片的缩略图',
  en: 'Thumbnail of a picture',
  path: { sid: SID },
  answer: { file: 'image/webp', leaves: 'nothing' },
  permission: 'get',
  of: 'document',
})

export const downloadDocument = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/document/do/download/:sid',
  tag: 'document',
  zh: '下载文件，或所要的部分',
  en: 'Download the file of a document, or the requested range',
  path: { sid: SID },
  query: { as_pdf: AS_PDF },
  answer: { file: 'application/octet-stream', leaves: 'DOWNLOADED' },
  permission: 'get',
  of: 'document',
})

export const viewDocument = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/document/do/view/:sid',
  tag: 'document',
  zh: '供查看器打开的文件内容',
  en: 'The bytes of a document, or of a file within it, for the viewer',
  path: { sid: SID },
  query: { packed: PACKED, as_pdf: AS_PDF },
  answer: { file: 'application/octet-stream', leaves: 'VIEWED' },
  permission: 'get',
  of: 'document',
})

export const viewPage = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/document/do/page/:sid',
  tag: 'document',
  zh: '多页图片的一页',
  en: 'One page of a picture with several pages, as a PNG',
  path: { sid: SID },
  query: { packed: PACKED, page: integer('页', 'Page', { min: 1, max: 10_000, default: 1 }) },
  answer: { file: 'image/png', leaves: 'VIEWED' },
  permission: 'get',
  of: 'document',
})

export const downloadArchive = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/document/do/archive',
  tag: 'document',
  zh: '把文件打包下载',
  en: 'Download documents as one zip archive',
  query: ARCHIVE,
  answer: { file: 'application/zip', leaves: 'DOWNLOADED' },
  permission: 'get',
  of: 'document',
})

/** The Word file of a template, to be changed and uploaded again. */
export const downloadTemplate = defineRoute({
  method: 'GET',
  url: '/innoe-webapi/model/document_template/do/word/:sid',
  tag: 'document_template',
  zh: '下载模板的 Word 文件',
  en: 'Download the Word file of a template',
  path: { sid: link('模板', 'Template', { to: 'document_template' }) },
  answer: { file: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', leaves: 'EXPORTED' },
  permission: 'get',
  of: 'document_template',
})
