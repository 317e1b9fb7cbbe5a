import { Grid } from 'antd'
import { Link } from 'react-router'
import type { FindingGroup } from '../../model/docketing/findings/finding-actions.ts'
import { Table } from '../ui/table.tsx'
import { addressOf, useGroupLabels } from './finding-group.ts'
import { useWords } from '../words/language.ts'

const PAGE = 50

/** One line for each group, with a link to the cases behind it. */
export function FindingGroups({ groups }: { groups: readonly FindingGroup[] }) {
  const { t, lang, tag } = useWords()
  const isNarrow = Grid.useBreakpoint().sm === false
  const labelsOf = useGroupLabels()
  return (
    <Table<FindingGroup>
      size="small"
      rowKey={({ code, country, kind }) => `${code} ${country} ${kind}`}
      dataSource={[...groups]}
      pagination={groups.length > PAGE && { pageSize: PAGE, showSizeChanger: false }}
      columns={[
        {
          title: t('findings.what'),
          key: 'what',
          render: (_, one) => (
            <>
              <Link to={addressOf(one)}>{(lang === 'en' && one.words_en) || one.words}</Link>
              {isNarrow && <div className="quiet">{Object.values(labelsOf(one)).filter(Boolean).join(' · ')}</div>}
            </>
          ),
        },
        ...(isNarrow
          ? []
          : [
              { title: t('findings.office'), key: 'office', width: 150, render: (_: unknown, one: FindingGroup) => labelsOf(one).office },
              { title: t('findings.right'), key: 'right', width: 130, render: (_: unknown, one: FindingGroup) => labelsOf(one).kind },
            ]),
        {
          title: t('findings.cases'),
          key: 'cases',
          width: isNarrow ? 80 : 110,
          align: 'right',
          render: (_, one) => <Link to={addressOf(one)}>{one.count.toLocaleString(tag)}</Link>,
        },
      ]}
    />
  )
}
