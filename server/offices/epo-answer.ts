import type { Words } from '../../model/kit/fields.ts'
import { all, type Element, first, textIn, treeOf, XmlFault } from '../import/workbook/xml-tree.ts'
import { dayIn, entriesIn } from './epo-entries.ts'
import { NOT_OF_IT } from './office.ts'
import { plainText, type Said, type Told } from './said.ts'

/** Of an answer of the register, what it says of the application that was asked for, such as EP10167109; or why it is not taken. */
export async function readRegister(bytes: Uint8Array, number: string): Promise<Said | { fault: Words }> {
  let tree: Element
  try {
    tree = await treeOf(bytes)
  } catch (error) {
    if (error instanceof XmlFault) return { fault: error.words }
    throw error
  }
  const found = all(tree, 'register-document').find((one) => applicationIn(one)?.number === number)
  return found ? { told: toldIn(first(found, 'bibliographic-data') ?? found), entries: entriesIn(found) } : { fault: NOT_OF_IT }
}

const ofOffice = (element: Element, name: string) =>
  all(element, name).flatMap((one) => all(one, 'document-id')).filter((one) => textIn(one, 'country') === 'EP') // oxfmt-ignore

function applicationIn(element: Element): { number: string; date: string | null } | undefined {
  const [found] = ofOffice(element, 'application-reference')
  const number = textIn(found, 'doc-number')
  return number ? { number: `EP${number}`, date: dayIn(found) } : undefined
}

function toldIn(element: Element): Told {
  const publications = ofOffice(element, 'publication-reference')
  // A3 is the search report, A8 and A9 are corrections, B2 follows an opposition.
  const [published, granted] = [earliest(publications, /^A[12]$/), earliest(publications, /^B1$/)]
  return {
    title: titleIn(element),
    filing_date: applicationIn(element)?.date ?? null,
    publication_no: numberOf(published),
    publication_date: dayIn(published),
    grant_no: numberOf(granted),
    grant_date: dayIn(granted),
  }
}

const earliest = (publications: readonly Element[], kind: RegExp) =>
  publications.filter((one) => kind.test(textIn(one, 'kind') ?? '')).toSorted((a, b) => ((dayIn(a) ?? '9') < (dayIn(b) ?? '9') ? -1 : 1))[0]

function numberOf(publication: Element | undefined): string | null {
  const [number, kind] = [textIn(publication, 'doc-number'), textIn(publication, 'kind')]
  return number && /^\d{6,8}$/.test(number) ? `EP${number.padStart(7, '0')}${kind}` : null
}

/** The latest English title comes first, as the register orders them. */
function titleIn(element: Element): string | null {
  const titles = all(element, 'invention-title')
  return plainText((titles.find(({ attributes }) => attributes.lang === 'en') ?? titles[0])?.text ?? '') || null
}
