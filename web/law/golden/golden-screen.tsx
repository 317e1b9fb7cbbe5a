import { PlusOutlined, SyncOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Tag } from 'antd'
import { Link } from 'react-router'
import { type Checked, runGoldenCases } from '../../../model/docketing/law/golden-case-actions.ts'
import { inLanguage } from '../../../model/fees/wording/explain.ts'
import type { WireSchema } from '../../../model/kit/wire/wire.ts'
import { act } from '../../api/api.ts'
import { allows } from '../../api/allows.ts'
import { pageOf } from '../../api/page-of.ts'
import { useAddress } from '../../cases/worklist/address.ts'
import { EntityPage } from '../../records/entity-page.tsx'
import { PlainTable } from '../../records/list/plain-table.tsx'
import { Nothing } from '../../ui/faults/nothing.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { QueryFault } from '../../ui/faults/query-fault.tsx'
import { useWords } from '../../words/language.ts'
import { useResultText } from '../impact/effects.tsx'
import { useOfficeName } from '../office-names.ts'

/** The golden cases with the result of the law in force for each; failing ones come first. */
export const GoldenScreen = () => <EntityPage entity="golden_case" content={Golden} />

function Golden({ schema }: { schema: WireSchema }) {
  const { t } = useWords()
  const { read, put } = useAddress()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['golden_case', 'run'],
    queryFn: () => act(runGoldenCases, {}),
    meta: { faults: 'own' },
  })
  const name = t('law.golden.title')
  const isFailedOnly = read('only') === 'failed'
  return (
    <div className="page">
      <PageHead
        title={name}
        name={name}
        acts={
          <>
            <Button icon={<SyncOutlined />} loading={isFetching} onClick={() => void refetch()}>
              {t('law.golden.again')}
            </Button>
            <Link to={pageOf('golden_case')}>
              <Button>{t('law.golden.list')}</Button>
            </Link>
            {allows(schema, 'create') && (
              <Link to={pageOf('golden_case', '/new')}>
                <Button type="primary" icon={<PlusOutlined />}>
                  {t('law.golden.add')}
                </Button>
              </Link>
            )}
          </>
        }
      />
      <p className="quiet">{t('law.golden.hint')}</p>
      {error && <QueryFault fault={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <div className="tab-bar">
            <Segmented
              value={isFailedOnly ? 'failed' : 'all'}
              options={[
                { value: 'all', label: `${t('law.golden.all')} ${data.cases.length}` },
                { value: 'failed', label: `${t('law.golden.failed')} ${data.failed}` },
              ]}
              onChange={(only) => put({ only: only === 'failed' ? 'failed' : null })}
            />
          </div>
          <Results cases={isFailedOnly ? data.cases.filter(({ passed }) => !passed) : data.cases} isFailedOnly={isFailedOnly} />
        </>
      )}
      {!data && !error && <PageSkeleton />}
    </div>
  )
}

function Results({ cases, isFailedOnly }: { cases: readonly Checked[]; isFailedOnly: boolean }) {
  const { t, lang } = useWords()
  const text = useResultText()
  const office = useOfficeName()
  const isEnglish = lang === 'en'
  return (
    <PlainTable<Checked>
      dataSource={cases.toSorted((one, other) => Number(one.passed) - Number(other.passed))}
      scroll={{ x: 900 }}
      locale={{ emptyText: <Nothing text={t(isFailedOnly ? 'law.golden.noFailed' : 'law.golden.empty')} /> }}
      columns={[
        {
          title: t('law.golden.result'),
          width: 90,
          render: (_, { passed }) => <Tag color={passed ? 'success' : 'error'}>{t(passed ? 'law.golden.passed' : 'law.golden.failed')}</Tag>,
        },
        {
          title: t('law.golden.name'),
          render: (_, one) => (
            <Link to={pageOf('golden_case', `/${one.sid}`)}>
              <span className="number">{one.number}</span> {isEnglish ? one.name_en : one.name}
            </Link>
          ),
        },
        { title: t('law.golden.office'), width: 110, render: (_, { country }) => office(country) },
        { title: t('law.golden.checks'), render: (_, one) => (isEnglish ? one.code_name_en : one.code_name) },
        { title: t('law.golden.expected'), width: 130, className: 'number', render: (_, { expected }) => text(expected) },
        {
          title: t('law.golden.actual'),
          width: 160,
          className: 'number',
          render: (_, { actual, why }) => (actual === null ? <span className="none">{why?.[lang] ?? t('law.golden.nothing')}</span> : text(actual)),
        },
        { title: t('law.golden.source'), ellipsis: true, render: (_, { source }) => inLanguage(source, lang) },
      ]}
    />
  )
}
