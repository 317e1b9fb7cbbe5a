import { CloudDownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { compareWithEpo } from '../../../model/rights/patents/epo-register.ts'
import { allows } from '../../api/allows.ts'
import { useSchemas } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import type { BatchOwnProps } from '../../records/list/list-own.ts'
import { useWords } from '../../words/language.ts'
import { useEpoComparison } from './epo-comparison.tsx'

type Asked = { sids: readonly string[]; iql?: string; size?: 'small' | 'middle' }

/** Asks the register of the EPO for these patents, or for all of a query; offered to those who may import official data. */
export function CompareWithEpo({ sids, iql, size = 'middle' }: Asked) {
  const { t } = useWords()
  const schema = useSchemas(['official_record'])[0]?.data
  const start = useEpoComparison()
  if (!schema || !allows(schema, compareWithEpo.name)) return null
  return (
    <Button size={size} icon={<CloudDownloadOutlined />} onClick={() => start(iql ?? `sid IN (${sids.map(quoted).join(', ')})`, sids)}>
      {t('epo.compare')}
    </Button>
  )
}

export const CompareChosen = ({ sids, iql }: BatchOwnProps) => <CompareWithEpo size="small" sids={sids} {...(iql !== undefined && { iql })} />
