import { changeSession } from '../../api/tokens.ts'
import { useWords } from '../../words/language.ts'
import { ChangePassword } from '../personal/change-password.tsx'
import { MustFirst } from './must-first.tsx'

/** The first login, or an expired password. */
export function MustChangePassword() {
  const { t } = useWords()
  return (
    <MustFirst title={t('password.mustTitle')} text={t('password.mustText')}>
      <ChangePassword onChanged={() => changeSession({ must_change_password: false })} submit={t('password.mustSubmit')} />
    </MustFirst>
  )
}
