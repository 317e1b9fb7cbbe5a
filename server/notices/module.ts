import { downloadNotice, drawNoticePage, receiveNotices } from '../../model/notices/notice-intake-actions.ts'
import type { Condition, Value } from '../../model/kit/iql/ast.ts'
import type { Context } from '../records/context.ts'
import { GIVEN } from '../records/permission/conditions.ts'
import type { ServerModule } from '../module.ts'
import { serve } from '../route.ts'
import { followPapers, intakeActions, reopen } from './accept.ts'
import { intakeJob } from './read-intake.ts'
import { receiveFromMails } from './from-mail.ts'
import { receive } from './receive.ts'
import { sendFile, sendPage } from './show.ts'

/** Notices of offices: received as files, read, and accepted as documents and events of their cases. */
export const noticesModule: ServerModule = {
  name: 'notices',
  after: ['docketing', 'documents'],
  rowVisibility: { notice_intake: { also: unfiled } },
  hooks: [
    { model: 'document', written: followPapers, deleted: reopen },
    { model: 'archived_mail', written: receiveFromMails },
  ],
  actions: intakeActions,
  jobs: [intakeJob],
  routes: [
    serve(receiveNotices, ({ ctx, request }) => receive(ctx, request)),
    serve(drawNoticePage, ({ ctx, path, request, reply }) => sendPage(ctx, request, reply, { sid: path.sid, page: Number(path.page) })),
    serve(downloadNotice, ({ ctx, path, request, reply }) => sendFile(ctx, request, reply, path.sid)),
  ],
}

// A condition of permission has no position in a text.
const text = (value: string): Value => ({ kind: 'text', value, at: GIVEN })

/** A notice of no known case is seen by its sender, and by those of the company who may accept notices. */
function unfiled({ actor }: Context): Condition {
  const isUnfiled: Condition = { kind: 'empty', path: ['case_sid'], at: GIVEN, negated: false }
  const own: Condition = { kind: 'in', path: ['created_by'], at: GIVEN, negated: false, values: [text(actor.sid ?? '')] }
  const company: Condition = { kind: 'in', path: ['company_sid'], at: GIVEN, negated: false, values: actor.companies.map(text) }
  const whose: Condition = actor.platform === 1 && actor.companies.length > 0 ? { kind: 'or', of: [own, company] } : own
  return { kind: 'and', of: [isUnfiled, whose] }
}
