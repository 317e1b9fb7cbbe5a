import {
  checkOut,
  compareVersions,
  giveBack,
  listVersions,
  moveDocument,
  nameArchive,
  previewDocument,
  setMain,
} from '../../model/documents/document-actions.ts'
import {
  attachFile,
  createDocument,
  downloadArchive,
  downloadDocument,
  downloadTemplate,
  downloadThumbnail,
  uploadDocument,
  viewDocument,
  viewPage,
} from '../../model/documents/document-routes.ts'
import { mergeDocuments, mergedParts } from '../../model/documents/merge.ts'
import { wordIn } from '../../model/kit/fields.ts'
import { safeName } from '../../model/documents/archive-name.ts'
import type { Condition } from '../../model/kit/iql/ast.ts'
import { GIVEN_TO_AGENCIES } from '../../model/documents/visibility.ts'
import { perform } from '../records/actions.ts'
import { among, anyOf, GIVEN } from '../records/permission/conditions.ts'
import { modelNamed } from '../records/registry.ts'
import { faultAt, setValue } from '../records/write/checks/validate.ts'
import type { Context, DraftOf } from '../records/context.ts'
import { refuseFaults } from '../errors.ts'
import type { ServerModule } from '../module.ts'
import { type Route, serve } from '../route.ts'
import { isProgram } from './file-kind.ts'
import { namesInArchive, sendArchive } from './archive.ts'
import { checkOutDocument, returnDocument } from './check-out.ts'
import { compareDocuments } from './compare.ts'
import { download } from './download.ts'
import { listParts, mergeJob, startMerge } from './merge/merge.ts'
import { moveToCase } from './move.ts'
import { documentSearch } from './search/find-documents.ts'
import { dropContents, readContents } from './search/read-contents.ts'
import { preview, view, viewPage as sendPage } from './preview/preview.ts'
import { checkTemplates } from './templates/check-template.ts'
import { sendTemplate, templateActions } from './templates/fill-template.ts'
import { sendThumbnail } from './thumbnail.ts'
import { attach, upload } from './upload.ts'
import { makeMain, passMainOn, versionsOf } from './versions.ts'

const modelOf = (ctx: Context) => modelNamed(ctx.tenant.models, 'document')

// A document without its file is none: the file comes as a form at either address.
const FORM_NEEDED = ['必填：请以 multipart 表单上传', 'is required: upload it as a multipart form'] as const
const FILE = ['文件', 'File'] as const

const documentRoutes: readonly Route[] = [
  serve(uploadDocument, ({ ctx, model, request }) => upload(ctx, model, request)),
  serve(createDocument, async ({ ctx, model, request }) => {
    if (!request.isMultipart()) refuseFaults([{ field: 'file', label: wordIn(FILE, ctx.lang), reason: wordIn(FORM_NEEDED, ctx.lang) }])
    return upload(ctx, model, request)
  }),
  serve(attachFile, ({ ctx, model, path, request }) => attach(ctx, model, path.field, request)),
  serve(downloadDocument, ({ ctx, path, query, request, reply }) => download(ctx, request, reply, { ...path, ...query })),
  serve(downloadArchive, ({ ctx, query, request, reply }) => sendArchive(ctx, request, reply, query)),
  serve(downloadTemplate, ({ ctx, path, reply }) => sendTemplate(ctx, reply, path.sid)),
  serve(viewDocument, ({ ctx, path, query, request, reply }) => view(ctx, request, reply, { ...path, ...query })),
  serve(viewPage, ({ ctx, path, query, request, reply }) => sendPage(ctx, request, reply, { ...path, ...query })),
  serve(downloadThumbnail, ({ ctx, path, request, reply }) => sendThumbnail(ctx, request, reply, path.sid)),
]

export const documentsModule: ServerModule = {
  name: 'documents',
  after: ['docketing'],
  rowVisibility: { document: { also: loose, only: seenBy } },
  hooks: [
    {
      model: 'document',
      prepare: async (ctx, drafts) => {
        tidyNames(drafts)
        keepOfAgencies(ctx, drafts)
      },
      check: async (ctx, drafts) => {
        checkNames(ctx, drafts)
        await checkFees(ctx, drafts)
      },
      deleted: (ctx, rows) => passMainOn(ctx, modelOf(ctx), rows),
    },
    { model: 'document_template', check: checkTemplates },
  ],
  actions: [
    ...perform(setMain, ({ ctx, model, body }) => makeMain(ctx, model, body.sid)),
    ...perform(checkOut, ({ ctx, model, body }) => checkOutDocument(ctx, model, body.sid)),
    ...perform(giveBack, ({ ctx, model, body }) => returnDocument(ctx, model, body.sid)),
    ...perform(moveDocument, ({ ctx, model, body }) => moveToCase(ctx, model, body.sid, body.case_sid)),
    ...perform(nameArchive, ({ ctx, body }) => namesInArchive(ctx, body)),
    ...perform(compareVersions, ({ ctx, body, request }) => compareDocuments(ctx, request, body.sid, body.other)),
    ...perform(previewDocument, ({ ctx, body, request }) => preview(ctx, request, body)),
    ...perform(mergedParts, ({ ctx, body }) => listParts(ctx, body.sids)),
    ...perform(mergeDocuments, ({ ctx, body }) => startMerge(ctx, body)),
    ...documentSearch,
    ...templateActions,
    ...perform(listVersions, ({ ctx, model, body }) => versionsOf(ctx, model, body.sid)),
  ],
  jobs: [mergeJob],
  everyFiveMinutes: { 'contents of documents': (ctx) => readContents(ctx) },
  nightly: { 'contents without documents': dropContents },
  routes: documentRoutes,
}

/** Removes text direction marks, which disguise the type of a file, and unsafe characters from a new name. */
function tidyNames(drafts: readonly DraftOf<'document'>[]) {
  for (const draft of drafts)
    if (draft.changed.has('file_name') && draft.row.file_name !== null) setValue(draft, 'file_name', safeName(draft.row.file_name) || null)
}

/** All people of an agency see the documents that one of them files. */
function keepOfAgencies({ actor: { platform, agency_sid } }: Context, drafts: readonly DraftOf<'document'>[]) {
  if (platform !== 2 || !agency_sid) return
  for (const draft of drafts) if (!draft.before) setValue(draft, 'given_to_sids', [...new Set([...(draft.row.given_to_sids ?? []), agency_sid])])
}

function checkNames(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  for (const draft of drafts)
    if (draft.changed.has('file_name') && isProgram(draft.row.file_name ?? ''))
      faultAt(ctx, modelOf(ctx), draft, 'file_name', ['不能是可执行文件', 'must not be the name of an executable file'])
}

/** The fee of a receipt must be of the same case. */
async function checkFees(ctx: Context, drafts: readonly DraftOf<'document'>[]) {
  const changed = drafts.filter(({ changed: codes, row }) => codes.has('fee_sid') && row.fee_sid)
  if (changed.length === 0) return
  const sids = changed.map(({ row }) => row.fee_sid ?? '')
  const fees = await ctx.db.selectFrom('fee').select(['sid', 'case_sid']).where('sid', 'in', sids).execute()
  const caseOf = new Map(fees.map((fee) => [fee.sid, fee.case_sid]))
  for (const draft of changed)
    if (caseOf.get(draft.row.fee_sid ?? '') !== draft.row.case_sid) faultAt(ctx, modelOf(ctx), draft, 'fee_sid', FEE_ELSEWHERE)
}

const FEE_ELSEWHERE = ['应为该案件的费用', 'must be a fee of the same case'] as const

/** A file of no case, such as a picture in a form, is its owner's and the company's. */
function loose({ actor }: Context): Condition {
  const loosely: Condition = { kind: 'empty', path: ['case_sid'], at: GIVEN, negated: false }
  const own = among(['created_by'], [actor.sid ?? ''])
  const company = among(['company_sid'], actor.companies)
  const whose: Condition = actor.platform === 1 && actor.companies.length > 0 ? { kind: 'or', of: [own, company] } : own
  return { kind: 'and', of: [loosely, whose] }
}

/** Documents of the classes that the roles see, and own ones. An agency sees technical drafts and fee documents given to it; the system, all. */
function seenBy({ actor }: Context): Condition | undefined {
  if (actor.sid === null) return undefined
  const own = among(['created_by'], [actor.sid])
  if (actor.platform !== 2) return anyOf([among(['visibility'], actor.document_classes), own])
  const [given = [], open = []] = [true, false].map((isGiven) => actor.document_classes.filter((one) => GIVEN_CLASSES.has(one) === isGiven))
  const theirs = among(['given_to_sids'], actor.agency_sid ? [actor.agency_sid] : [])
  return anyOf([among(['visibility'], open), { kind: 'and', of: [among(['visibility'], given), theirs] }, own])
}

const GIVEN_CLASSES: ReadonlySet<string> = new Set(GIVEN_TO_AGENCIES)
