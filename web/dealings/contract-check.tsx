import {
  CheckCircleOutlined,
  ExclamationCircleOutlined,
  EyeInvisibleOutlined,
  InfoCircleOutlined,
  PrinterOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type CheckedLine, type CheckedRight, checkRights } from '../../model/dealings/dealing-actions.ts'
import { act, useWrite } from '../api/api.ts'
import { pageOf } from '../api/page-of.ts'
import { BatchSearch } from '../cases/list/batch-search.tsx'
import { quoted } from '../api/iql.ts'
import { DiligenceButton } from '../records/export/diligence-button.tsx'
import { PlainTable } from '../records/list/plain-table.tsx'
import { Nothing } from '../ui/faults/nothing.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { useWords } from '../words/language.ts'

const SIGNS: Record<CheckedLine['level'], ReactNode> = {
  OK: <CheckCircleOutlined />,
  INFO: <InfoCircleOutlined />,
  WARN: <ExclamationCircleOutlined className="due-soon" />,
  UNSEEN: <EyeInvisibleOutlined />,
}

/** One report on chosen rights before a contract; each line links to the record behind it, and the page prints. */
export function ContractCheck() {
  const { t } = useWords()
  const [isChoosing, setChoosing] = useState(false)
  const [rights, setRights] = useState<readonly CheckedRight[]>()
  const check = useWrite('case', async (case_sids: readonly string[]) => {
    const { record } = await act(checkRights, { case_sids: [...case_sids] })
    setRights(record ?? [])
    setChoosing(false)
  })
  return (
    <div className="page">
      <PageHead
        title={t('contractCheck.check')}
        name={t('contractCheck.check')}
        acts={
          <>
            <Button type="primary" icon={<SearchOutlined />} onClick={() => setChoosing(true)}>
              {t(rights ? 'contractCheck.again' : 'contractCheck.start')}
            </Button>
            {rights && rights.length > 0 && (
              <DiligenceButton size="middle" model="case" iql={`sid IN (${rights.map(({ sid }) => quoted(sid)).join(', ')})`} count={rights.length} />
            )}
            {rights && (
              <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
                {t('contractCheck.print')}
              </Button>
            )}
          </>
        }
      />
      {!rights && <Nothing text={t('contractCheck.check')} hint={t('contractCheck.hint')} />}
      {rights?.map((right) => (
        <Checked key={right.sid} right={right} />
      ))}
      {isChoosing && (
        <BatchSearch
          model="case"
          onClose={() => setChoosing(false)}
          onTake={{ label: () => t('contractCheck.check'), take: (sids) => check.mutate(sids), isBusy: check.isPending }}
        />
      )}
    </div>
  )
}

function Checked({ right }: { right: CheckedRight }) {
  const { t } = useWords()
  const count = right.lines.filter(({ level }) => level === 'WARN').length
  return (
    <section className="group">
      <header className="part-head">
        <h2>
          <Link to={pageOf('case', `/${right.sid}`)}>{right.name}</Link> <small className="quiet">{right.kind}</small>
        </h2>
        <span className="quiet">{count > 0 ? t('contractCheck.warns', { count }) : t('contractCheck.clear')}</span>
      </header>
      <PlainTable<CheckedLine & { sid: string }>
        dataSource={right.lines.map((line, at) => ({ ...line, sid: `${at}` }))}
        scroll={{ x: 640 }}
        columns={[
          { title: t('contractCheck.topic'), width: 120, dataIndex: 'label' },
          {
            title: t('contractCheck.found'),
            render: (_, { level, text }) => (
              <>
                {SIGNS[level]} {text}
              </>
            ),
          },
          {
            title: t('contractCheck.from'),
            width: 240,
            render: (_, { from }) => from && <Link to={pageOf(from.model, `/${from.sid}`)}>{from.name}</Link>,
          },
        ]}
      />
    </section>
  )
}
