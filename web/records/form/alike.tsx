import { Alert } from 'antd'
import { Link } from 'react-router'
import { pageOf } from '../../api/page-of.ts'

type AlikeProps = { model: string; title: string; others: readonly { sid: string; name: string; beside: string }[] }

/** Shown above a form: existing records that may be duplicates. */
export const Alike = ({ model, title, others }: AlikeProps) =>
  others.length > 0 && (
    <Alert
      type="warning"
      showIcon
      className="spaced"
      title={title}
      description={others.map(({ sid, name, beside }) => (
        <div key={sid}>
          <Link to={pageOf(model, `/${sid}`)} target="_blank">
            {name}
          </Link>{' '}
          <span className="quiet number">{beside}</span>
        </div>
      ))}
    />
  )
