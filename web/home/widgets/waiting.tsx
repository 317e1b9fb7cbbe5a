import { ReloadOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useWords } from '../../words/language.ts'

type WaitingProps = { query: { isError: boolean; refetch: () => unknown }; rows?: number }

/** Stands in place of what is still on its way; says so quietly when it does not come. */
export function Waiting({ query, rows = 4 }: WaitingProps) {
  const { t } = useWords()
  if (!query.isError) return <Skeleton active title={false} paragraph={{ rows, width: '100%' }} />
  return (
    <p className="quiet first-step" role="status">
      {t('home.failed')}
      <Button size="small" icon={<ReloadOutlined />} onClick={() => void query.refetch()}>
        {t('home.again')}
      </Button>
    </p>
  )
}
