import { zipOf } from './papers.ts'

const TYPES = 'application/vnd.openxmlformats-officedocument'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A Word file of these paragraphs. */
export const wordOf = (...paragraphs: readonly string[]) =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.wordprocessingml.document.main+xml"/></Types>`,
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.map((text) => `<w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>`).join('')}</w:body></w:document>`,
  })

/** A presentation with these slides, each a list of paragraphs. */
export const slidesOf = (...slides: readonly (readonly string[])[]) =>
  zipOf({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="${TYPES}.presentationml.presentation.main+xml"/></Types>`,
    'ppt/presentation.xml': '<?xml version="1.0"?><p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>',
    ...Object.fromEntries(
      slides.map((lines, at) => [
        `ppt/slides/slide${at + 1}.xml`,
        `<?xml version="1.0"?><p:sld xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main">${lines.map((text) => `<a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p>`).join('')}</p:sld>`,
      ]),
    ),
  })
