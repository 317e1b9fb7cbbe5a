import { Tag } from 'antd'
import { Link } from 'react-router'
import { tellRule } from '../../../model/docketing/wording/describe-rule.ts'
import { routeIn, typeIn } from '../../../model/docketing/wording/rule-words.ts'
import { patentOption } from '../../../model/rights/patents/option-words.ts'
import type { Lang } from '../../../model/kit/fields.ts'
import type { Rec } from '../../api/api.ts'
import { useSearch } from '../../api/api.ts'
import { dayText } from '../../fields/moments.ts'
import { pageOf } from '../../api/page-of.ts'
import { useWords } from '../../words/language.ts'
import { Account } from '../account.tsx'
import { ruleIn, quoted } from '../content.ts'
import { LawScreen } from '../law-screen.tsx'
import { useRuleNames } from './rule-names.ts'

/** One rule of law: what it says, and its other versions. */
export const RuleScreen = () => (
  <LawScreen
    model="deadline_rule"
    follow="law.edit.newVersion"
    told={(record) => (
      <>
        <RuleAccount record={record} />
        <Sisters record={record} />
      </>
    )}
  />
)

export function RuleAccount({ record }: { record: Rec }) {
  const { t, lang } = useWords()
  const rule = ruleIn(record['content'])
  const names = useRuleNames(rule)
  return <Account label={t('law.rule')} parts={rule && names ? tellRule(rule, names, lang) : rule && undefined} />
}

/** The same rule at other times, or for other cases. */
function Sisters({ record }: { record: Rec }) {
  const { t, lang, tag } = useWords()
  const fl = ['rule_version', 'name', 'name_en', 'valid_from', 'valid_to', 'certainty', 'content']
  const iql = `rule_id = ${quoted(record['rule_id'])} AND sid != ${quoted(record.sid)} ORDER BY rule_version`
  const { data } = useSearch('deadline_rule', { fl, iql, rows: 50 }, { meta: { faults: 'own' } })
  if (!data || data.record.length === 0) return null
  const day = (value: unknown, open: string) => (typeof value === 'string' ? dayText(value, tag) : open)
  return (
    <section className="group">
      <h2>{t('law.sisters')}</h2>
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('law.version')}</th>
            <th scope="col">{t('law.named')}</th>
            <th scope="col">{t('law.right')}</th>
            <th scope="col">{t('law.from')}</th>
            <th scope="col">{t('law.to')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {data.record.map((sister) => (
            <tr key={sister.sid}>
              <th scope="row" className="number">
                <Link to={pageOf('deadline_rule', `/${sister.sid}`)}>{String(sister['rule_version'])}</Link>
              </th>
              <td>{String((lang === 'en' && sister['name_en']) || sister['name'])}</td>
              <td>{rightsOf(sister['content'], lang)}</td>
              <td>{day(sister['valid_from'], t('law.always'))}</td>
              <td>{day(sister['valid_to'], t('law.open'))}</td>
              <td>{sister['certainty'] === 'CHECK' && <Tag color="warning">{t('law.check')}</Tag>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Which rights, and by which routes: what most often tells one version from another. */
function rightsOf(content: unknown, lang: Lang): string {
  const rule = ruleIn(content)
  return [...(rule?.right_types ?? []).map((type) => typeIn(type, lang, patentOption)), ...(rule?.routes ?? []).map((route) => routeIn(route, lang, patentOption))].join(
    lang === 'zh' ? '、' : ', ',
  )
}
