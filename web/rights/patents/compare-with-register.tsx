import { CloudDownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { compareWithRegisters } from '../../../model/rights/patents/registers.ts'
import { allows } from '../../api/allows.ts'
import { useSchemas } from '../../api/api.ts'
import { quoted } from '../../api/iql.ts'
import type { BatchOwnProps } from '../../records/list/list-own.ts'
import { useWords } from '../../words/language.ts'
import { useRegisterComparison } from './register-comparison.tsx'

type Asked = { sids: readonly string[]; iql?: string; size?: 'small' | 'middle' }

/** Asks the registers of the offices for these patents, or for all of a query; offered to those who may import official data. */
export function CompareWithRegister({ sids, iql, size = 'middle' }: Asked) {
  const { t } = useWords()
  const schema = useSchemas(['official_record'])[0]?.data
  const start = useRegisterComparison()
  if (!schema || !allows(schema, compareWithRegisters.name)) return null
  return (
    <Button size={size} icon={<CloudDownloadOutlined />} onClick={() => start(iql ?? `sid IN (${sids.map(quoted).join(', ')})`, sids)}>
      {t('registers.compare')}
    </Button>
  )
}

export const CompareChosen = ({ sids, iql }: BatchOwnProps) => <CompareWithRegister size="small" sids={sids} {...(iql !== undefined && { iql })} />
