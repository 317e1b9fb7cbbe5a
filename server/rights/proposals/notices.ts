import { STATUS, TRANSITIONS } from '../../../model/rights/proposals/lifecycle.ts'
import type { Context } from '../../records/context.ts'
import type { Part } from '../../records/modules.ts'
import { notify } from '../../records/notifying/notifications.ts'
import { type Drafts, inventorsOf, peopleOf } from './people.ts'

/** Notifies the makers of a proposal of each step by others, and those who have to act next. */
export const proposalNotices: Part = { hooks: [{ model: 'proposal', written: tell }] }

type Notice = { to: readonly (string | null | undefined)[]; title: string; title_en: string }

async function tell(ctx: Context, drafts: Drafts) {
  for (const draft of drafts) {
    const { sid, row, transition } = draft
    if (!transition) continue
    const people = [...(await peopleOf(ctx, inventorsOf(row))).values(), row.submitter_sid]
    const name = `${row.case_no} ${row.title}`
    const notices = [
      ...(TRANSITIONS[transition]?.ability ? [progress(name, row.status, people)] : []),
      ...(row.status === 'SUBMITTED' ? [await waiting(ctx, name, row.department_sid), sharing(name, row.confirmed_by, people)] : []),
      ...(row.status === 'IP_REVIEW' && row.owner_sid ? [forOwner(name, row.owner_sid)] : []),
    ]
    for (const { to, ...words } of notices) {
      const others = new Set(to.filter((one) => one && one !== ctx.actor.sid))
      await notify(ctx, [...others].map((one) => ({ user_sid: String(one), level: 'INFO', ...words, link: `/m/proposal/${sid}`, about: null })), 'IDEA') // oxfmt-ignore
    }
  }
}

function progress(name: string, status: keyof typeof STATUS | null, to: Notice['to']): Notice {
  const [zh, en] = status ? STATUS[status] : ['', '']
  return { to, title: `您的提案“${name}”：${zh}`, title_en: `Your disclosure “${name}”: ${en}` }
}

async function waiting({ db }: Context, name: string, department: string | null): Promise<Notice> {
  const leader = department ? await db.selectFrom('department').select('leader_sid').where('sid', '=', department).executeTakeFirst() : undefined
  return { to: [leader?.leader_sid], title: `提案“${name}”待部门审核`, title_en: `“${name}” waits for the review of your department` }
}

const sharing = (name: string, confirmed: readonly string[] | null, people: Notice['to']): Notice => ({
  to: people.filter((one) => one && !confirmed?.includes(one)),
  title: `请确认您在提案“${name}”中的贡献度`,
  title_en: `Please confirm your share of “${name}”`,
})

const forOwner = (name: string, owner: string): Notice => ({
  to: [owner],
  title: `提案“${name}”待 IP 评审`,
  title_en: `“${name}” waits for the IP review`,
})
