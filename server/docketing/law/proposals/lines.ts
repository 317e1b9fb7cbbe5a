import type { ProposedContent } from '../../../../model/docketing/law/law_proposal.ts'
import { labelOf, type Lang, wordIn } from '../../../../model/kit/fields.ts'
import type { ProposedLine } from '../../../../model/kit/proposal.ts'
import { valueText } from '../../../auth/roles/matrix.ts'
import type { Context, RowValues } from '../../../records/context.ts'
import type { HeldWrite } from '../../../records/proposals/holding.ts'
import { fieldOf, modelNamed } from '../../../records/registry.ts'
import { brokenBy } from '../../golden/broken.ts'
import { readLawTables } from '../law.ts'
import { LAW_RULE } from '../../../../model/docketing/law/law-proposal-actions.ts'

/** Each write in words. */
export async function linesOf(ctx: Context, writes: readonly HeldWrite[]): Promise<ProposedLine[]> {
  // A new version says more than the end of the one before it.
  const ordered = writes.toSorted((one, other) => Number(other.action === 'CREATE') - Number(one.action === 'CREATE'))
  return ordered.map((write) => ({ zh: lineIn(ctx, write, 'zh'), en: lineIn(ctx, write, 'en') }))
}

/** The golden cases that no longer hold, judged by the changed law and the one in force. */
export async function comparedLaw({ db }: Context) {
  const changed = await readLawTables(db)
  return async (own: Context): Promise<ProposedLine[]> => {
    const broken = await brokenBy(own, await readLawTables(own.db), changed)
    if (broken.length === 0) return []
    const cases = broken.map(({ number, expected, actual }) => `${number} ${expected} → ${actual ?? '—'}`)
    return [{ zh: `不再符合的验证案例：${cases.join('、')}`, en: `Golden cases that no longer hold: ${cases.join(', ')}` }]
  }
}

function lineIn(ctx: Context, { entity, name, action, former, proposed }: HeldWrite, lang: Lang): string {
  const [between, colon] = lang === 'zh' ? ['；', '：'] : ['; ', ': ']
  if (entity === LAW_RULE) return wordIn(proposed.two_people === true ? TURNED.on : TURNED.off, lang)
  const model = modelNamed(ctx.tenant.models, entity)
  const changes = Object.keys(proposed).flatMap((code) => {
    const field = fieldOf(model, code)
    const [from, to] = [former[code] ?? null, proposed[code] ?? null]
    if (!field || field.coded || (action === 'CREATE' && (to === null || !isToldOfNew(entity, code)))) return []
    if (field.type === 'json' || field.type === 'rows') return action === 'CREATE' ? [] : [labelOf(field, lang)]
    const told = (value: unknown) => (value === null ? '—' : valueText(field, value, lang) || '—')
    return [`${labelOf(field, lang)} ${action === 'CREATE' ? told(to) : `${told(from)} → ${told(to)}`}`]
  })
  const done = [...(action === 'UPDATE' ? [] : [wordIn(ACTIONS[action], lang)]), ...changes].join(between)
  const inEnglish = lang === 'en' ? (proposed.name_en ?? former.name_en) : null
  return `${labelOf(model, lang)}${lang === 'zh' ? '' : ' '}“${String(inEnglish ?? name)}”${colon}${done}`
}

/** Fields shown of a new rule or price beside its name; the page shows the differences of the rest. */
const OF_NEW: ReadonlySet<string> = new Set(['rule_version', 'valid_from', 'valid_to', 'from_date', 'to_date', 'currency', 'base', 'change_reason'])
const isToldOfNew = (entity: string, code: string) => (hasContent(entity) ? OF_NEW.has(code) : code !== 'valid')
const hasContent = (entity: string): entity is ProposedContent['entity'] => entity === 'deadline_rule' || entity === 'fee_schedule'

const TURNED = {
  on: ['开启“法规变更须两人”', 'Turn on “Two people for changes of the law”'],
  off: ['关闭“法规变更须两人”', 'Turn off “Two people for changes of the law”'],
} as const

const ACTIONS = { CREATE: ['新建', 'new'], DELETE: ['删除', 'deleted'], RESTORE: ['恢复', 'restored'] } as const

/** The rules and prices that change, whole, from which a page tells what differs and what it moves. */
export async function contentsOf(_ctx: Context, writes: readonly HeldWrite[]): Promise<RowValues> {
  const contents = writes.flatMap((write): ProposedContent[] => {
    const { entity, record_sid: sid, action, former, proposed } = write
    if (!hasContent(entity)) return []
    if (action === 'CREATE') {
      const last = precedingOf(write, writes)
      return [{ entity, sid: last?.record_sid ?? null, follows: last !== undefined, before: last?.former.content ?? null, after: proposed.content }]
    }
    // The line of the following version includes the end of the former one.
    if (action === 'UPDATE' && writes.some((other) => other.action === 'CREATE' && precedingOf(other, writes) === write)) return []
    const [before, after] = action === 'RESTORE' ? [null, former.content] : [former.content, proposed.content ?? null]
    return action === 'UPDATE' && after === null ? [] : [{ entity, sid, follows: false, before, after }]
  })
  return { contents }
}

const precedingOf = ({ entity, proposed }: HeldWrite, writes: readonly HeldWrite[]) =>
  writes.find((other) => other.entity === entity && other.action === 'UPDATE' && KEYS[entity]?.every((code) => other.former[code] === proposed[code]))

/** By which a version follows another. */
const KEYS: Readonly<Record<string, readonly string[]>> = { deadline_rule: ['rule_id'], fee_schedule: ['fee_code'] }
