import { ReloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { ApiFault } from '../../api/fault.ts'
import { useWords, type Word } from '../../words/language.ts'

/** The state of one or several queries: whether one failed, and how to repeat it. */
export type Asked = { isError: boolean; error?: unknown; refetch: () => unknown }

/** Several queries as one: only those that failed are asked again. */
export const together = (...queries: readonly Asked[]): Asked => ({
  isError: queries.some(({ isError }) => isError),
  error: queries.find(({ isError }) => isError)?.error,
  refetch: () => queries.filter(({ isError }) => isError).forEach(({ refetch }) => void refetch()),
})

/** Shows that an answer is missing, with a button to repeat the query; empty without a failure. What the server refuses in this form stays refused: its own words say why. */
export function Failed({ query, words = 'home.failed' }: { query: Asked; words?: Word }) {
  const { t } = useWords()
  if (!query.isError) return null
  return (
    <p className="quiet failed-line" role="status">
      {isBadRequest(query.error) ? query.error.message : t(words)}
      <Button size="small" icon={<ReloadOutlined />} onClick={() => void query.refetch()}>
        {t('home.again')}
      </Button>
    </p>
  )
}

const isBadRequest = (error: unknown): error is ApiFault => error instanceof ApiFault && error.status === 400
