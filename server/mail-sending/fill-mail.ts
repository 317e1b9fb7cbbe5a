import type { CaseAddress, fillMail } from '../../model/mail/sending-actions.ts'
import { fillTemplate, type MailVariable } from '../../model/mail/mail-variables.ts'
import { type Lang, wordIn } from '../../model/kit/fields.ts'
import { refuse } from '../errors.ts'
import type { Call } from '../records/actions.ts'
import { actorIn } from '../records/acting/actor-name.ts'
import { type Context } from '../records/context.ts'
import { accessOf, visible } from '../records/permission/permission.ts'
import { get } from '../records/query/get.ts'
import { readPage } from '../records/query/page.ts'
import { readIql } from '../records/query/search.ts'
import { modelNamed } from '../records/registry.ts'

/** The template with the values of the case, as far as this person reads them. */
export async function fill({ ctx, model, body: { sid, case_sid, language } }: Call<typeof fillMail>) {
  await get(ctx, model, sid)
  const template = await ctx.db.selectFrom('mail_template').selectAll().where('sid', '=', sid).where('deleted_at', 'is', null).executeTakeFirst()
  if (!template) return refuse('not_found')
  const of = await get({ ...ctx, lang: language }, modelNamed(ctx.tenant.models, 'case'), case_sid) // names in the language of the mail
  const values = valuesOf(ctx, of, { language, sender: actorIn(ctx.actor, language) })
  const shown = { ...values, title_en: values.title_en || (values.title ?? '') } // a mail without any title says less than one with the original
  const isZh = language === 'zh'
  const texts = [isZh ? template.subject : template.subject_en, isZh ? template.body : template.body_en]
  const missing = [...new Set(texts.flatMap((text) => fillTemplate(text ?? '', values).missing))]
  const [subject = '', body = ''] = texts.map((text) => fillTemplate(text ?? '', shown).text)
  return { subject: oneLine(subject), body: body.slice(0, 20_000), missing, addresses: await addressesOf(ctx, of) }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 300)

type Shown = Readonly<Record<string, unknown>>
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const namesIn = (value: unknown) => [value].flat().flatMap((one) => text((one as { name?: unknown } | null)?.name) || []) // links as they are read
const sidsIn = (value: unknown) => [value].flat().flatMap((one) => text((one as { sid?: unknown } | null)?.sid) || [])

type In = { language: Lang; sender: string }

function valuesOf({ today, tenant }: Context, of: Shown, { language, sender }: In): Partial<Record<MailVariable, string>> {
  const plain = Object.fromEntries(
    ['case_no', 'title', 'title_en', 'application_no', 'filing_date', 'next_due'].map((code) => [code, text(of[code])]),
  )
  const offered = modelNamed(tenant.models, 'case').fields.country
  const country = offered?.type === 'option' ? offered.options[text(of['country'])] : undefined
  const links = { owner: of['owner_sid'], agency: of['agency_sid'], applicants: of['applicant_sids'], inventors: of['inventor_sids'] }
  const separator = language === 'zh' ? '、' : ', '
  const names = Object.fromEntries(Object.entries(links).map(([code, value]) => [code, namesIn(value).join(separator)]))
  return { ...plain, ...names, country: country ? wordIn(country, language) : text(of['country']), sender, today }
}

const AROUND = [
  ['agency', 'agency_sid', 'agency', 'agency_name'],
  ['user_info', 'owner_sid', 'owner', 'name'],
  ['inventor', 'inventor_sids', 'inventor', 'name'],
] as const

/** The addresses that this person reads. */
async function addressesOf(ctx: Context, of: Shown): Promise<CaseAddress[]> {
  const found: CaseAddress[] = []
  for (const [name, field, as, shown] of AROUND) {
    const model = modelNamed(ctx.tenant.models, name)
    const sids = sidsIn(of[field])
    if (sids.length === 0 || !accessOf(ctx, model).mayRead('email')) continue
    const { where } = readIql(`sid IN (${sids.map((sid) => `'${sid}'`).join(', ')})`)
    const rows = await readPage(ctx, model, ['sid', shown, 'email'], { where: visible(ctx, model, where), order: [] }, { start: 0, rows: 20 })
    for (const row of rows) if (text(row['email'])) found.push({ name: text(row[shown]), address: text(row['email']), as })
  }
  return found
}
