import { Alert, Tag } from 'antd'
import { Link, useParams } from 'react-router'
import { tellRule } from '../../model/deadlines/tell-rule.ts'
import { routeIn, typeIn } from '../../model/deadlines/tell-rule-words.ts'
import type { Lang } from '../../model/kit/fields.ts'
import type { WireSchema } from '../../model/kit/wire.ts'
import type { Rec } from '../api.ts'
import { useRecord, useSchema, useSearch } from '../api.ts'
import { dayText } from '../fields/moments.ts'
import { Notice } from '../layout/notice.tsx'
import { pageOf } from '../page-of.ts'
import { RecordPage } from '../records/detail.tsx'
import { PageSkeleton } from '../records/list.tsx'
import { Overview } from '../records/overview.tsx'
import { allows } from '../records/use-list.ts'
import { useWords } from '../words/language.ts'
import { Account, SourceData } from './account.tsx'
import { ruleIn, quoted } from './content.ts'
import { useRuleNames } from './rule-names.ts'

/** One rule of law: what it says, its record, and its other versions. */
export function RuleScreen() {
  const { sid } = useParams()
  const { t } = useWords()
  const { data: schema } = useSchema('deadline_rule')
  const { data: record, isError } = useRecord('deadline_rule', sid)
  if (isError) return <Notice isPage={false} title={t('detail.gone')} extra={<Link to={pageOf('deadline_rule')}>{t('detail.toList')}</Link>} />
  if (!schema || !record) return <PageSkeleton />
  return (
    <RecordPage
      schema={schema}
      record={record}
      above={record['certainty'] === 'CHECK' && <Alert type="warning" showIcon title={t('law.checkHint')} />}
      overview={<RuleOverview schema={schema} record={record} />}
    />
  )
}

function RuleOverview({ schema, record }: { schema: WireSchema; record: Rec }) {
  const { t } = useWords()
  return (
    <>
      <RuleAccount record={record} />
      <Sisters record={record} />
      {allows(schema, 'create') && (
        <p className="law-more">
          <Link to={pageOf('deadline_rule', `/new?from=${record.sid}`)}>{t('law.edit.newVersion')}</Link>
        </p>
      )}
      <Overview schema={schema} record={record} skip={['content']} />
      <SourceData content={record['content']} />
    </>
  )
}

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
  return [...(rule?.right_types ?? []).map((type) => typeIn(type, lang)), ...(rule?.routes ?? []).map((route) => routeIn(route, lang))].join(
    lang === 'zh' ? '、' : ', ',
  )
}
