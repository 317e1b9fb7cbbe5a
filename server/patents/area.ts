import { patentConsequences } from './patent.ts'

export const patents = {
  consequences() {
    patentConsequences()
  },
}
