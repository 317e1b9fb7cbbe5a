import { changeSession } from '../../api/tokens.ts'
import { speakAsChosen, useWords } from '../../words/language.ts'
import { ChangePassword } from '../personal/change-password.tsx'
import { MustFirst } from './must-first.tsx'

/** The first login, or an expired password. */
export function MustChangePassword() {
  const { t } = useWords()
  const done = () => {
    changeSession({ must_change_password: false })
    void speakAsChosen() // with the tenant's own words, which were not to be read before
  }
  return (
    <MustFirst title={t('password.mustTitle')} text={t('password.mustText')}>
      <ChangePassword onChanged={done} submit={t('password.mustSubmit')} />
    </MustFirst>
  )
}
