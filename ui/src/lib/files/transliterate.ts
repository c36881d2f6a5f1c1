/** Letters that have no decomposition in Unicode, and letters of the Greek and Cyrillic alphabets, as pairs of a letter and its Latin form. */
const pairs =
  'ł l đ d ð d þ th ø o æ ae œ oe ß ss ı i ħ h ŋ ng ŧ t ĸ k ſ s ə e ' +
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ' +
  'а a б b в v г g ґ g д d ђ dj е e є ie ж zh з z и i і i ї i й i ј j к k л l љ lj м m н n њ nj о o п p р r с s ' +
  'т t ћ c у u ў u ф f х kh ц ts ч ch џ dz ш sh щ shch ъ  ы y ь  э e ю iu я ia ё e';

const latinForms = new Map<string, string>();
const tokens = pairs.split(' ');
for (let i = 0; i < tokens.length; i += 2) latinForms.set(tokens[i] ?? '', tokens[i + 1] ?? '');

/** Returns a text with Latin letters instead of accented, Greek and Cyrillic ones: "Łódź" becomes "Lodz". Keeps other characters. */
export function transliterate(text: string): string {
  let result = '';
  for (const letter of text.normalize('NFC')) {
    const lower = letter.toLowerCase();
    const latin = latinForms.get(lower) ?? latinForms.get(removeMarks(lower));
    if (latin === undefined) result += letter;
    else result += lower === letter ? latin : latin.slice(0, 1).toUpperCase() + latin.slice(1);
  }
  return removeMarks(result);
}

function removeMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{Mark}/gu, '');
}
