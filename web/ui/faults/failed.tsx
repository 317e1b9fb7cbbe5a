import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useWords, type Word } from '../../words/language.ts'

/** What is said of a query, or of several: whether it failed, and how it is asked again. */
export type Asked = { isError: boolean; refetch: () => unknown }

/** Several queries as one: only those that failed are asked again. */
export const together = (...queries: readonly Asked[]): Asked => ({
  isError: queries.some(({ isError }) => isError),
  refetch: () => queries.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
})

/** Says that an answer is missing, and asks for it again; nothing without a failure. */
export function Failed({ query, words = 'home.failed' }: { query: Asked; words?: Word }) {
  const { t } = useWords()
  if (!query.isError) return null
  return (
    <p className="quiet failed-line" role="status">
      {t(words)}
      <Button size="small" icon={<ReloadOutlined />} onClick={() => void query.refetch()}>
        {t('home.again')}
      </Button>
    </p>
  )
}
