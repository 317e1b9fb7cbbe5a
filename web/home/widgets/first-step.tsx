import { Link } from 'react-router'
import { allows } from '../../api/allows.ts'
import { useSchema } from '../../api/api.ts'
import type { Word } from '../../words/language.ts'
import { useWords } from '../../words/language.ts'

type FirstStepProps = { what: Word; to: string; go: Word; needs: { model: string | undefined; verb: string } }

/** The purpose of an empty widget and its first action, for permitted users. */
export function FirstStep({ what, to, go, needs }: FirstStepProps) {
  const { t } = useWords()
  const schema = useSchema(needs.model).data
  return (
    <p className="first-step">
      <span className="quiet">{t(what)}</span>
      {schema && allows(schema, needs.verb) && <Link to={to}>{t(go)}</Link>}
    </p>
  )
}
