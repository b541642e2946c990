// What people call the columns of a list, in the languages that lists are kept in.

/** What a column is for; '' where it is for nothing that is read. */
export const meanings = ['email', 'name', 'first', 'middle', 'last', 'mobile', 'role', 'company', 'label', ''] as const
export type Meaning = (typeof meanings)[number]

/** By meaning, as `wordsOf` writes them; the languages in the order of English, German, French, Spanish, Portuguese, Italian, Dutch, Nordic ones, Polish, Czech, Russian, Turkish, Japanese, Chinese, Korean, Arabic. */
const phrases: Readonly<Record<Exclude<Meaning, ''>, string>> = {
  email: `email|e mail|mail|email id|emailaddress|to|cc|bcc|mailadresse|emailadresse|e mailadresse|mail adresse|an|courriel|adresse mail|adresse e mail|
    adresse email|adresse courriel|adresse electronique|adresse de messagerie|correo|correo electronico|direccion de correo|direccion de correo electronico|
    direccion de email|para|correio|correio eletronico|endereco de email|endereco de e mail|posta elettronica|posta|indirizzo email|indirizzo e mail|indirizzo mail|
    indirizzo di posta elettronica|emailadres|e mailadres|mailadres|e post|epost|e postadress|epostadress|mejl|sahkoposti|sahkopostiosoite|adres email|adres e mail|
    poczta|poczta elektroniczna|emailova adresa|e mailova adresa|почта|эл почта|электронная почта|адрес электронной почты|имейл|адрес почты|e posta|eposta|
    e posta adresi|eposta adresi|メール|メールアドレス|eメール|电子邮件|电子邮箱|邮箱|邮件|电邮|電子郵件|電郵|信箱|邮箱地址|电子邮件地址|이메일|이메일 주소|메일|
    البريد الإلكتروني|البريد|الايميل`,
  name: `name|full name|display name|names|guest|guests|guest name|person|people|participant|participant name|attendee|attendee name|member|member name|
    contact|contact name|student|player|who|vollstandiger name|ganzer name|anzeigename|teilnehmer|teilnehmerin|gast|mitglied|person name|nom complet|nom et prenom|
    nom prenom|prenom et nom|prenom nom|nom d affichage|invite|participante|nombre completo|nombre y apellido|nombre y apellidos|nombre apellidos|invitado|nome completo|
    nome e cognome|nome cognome|nome e sobrenome|convidado|partecipante|invitato|ospite|naam|volledige naam|deelnemer|gastnaam|namn|fullstandigt namn|navn|fulde navn|
    fullt navn|deltagare|deltager|nimi|koko nimi|imie i nazwisko|nazwisko i imie|uczestnik|jmeno a prijmeni|cele jmeno|ucastnik|фио|полное имя|имя и фамилия|фамилия и имя|
    участник|гость|ad soyad|adi soyadi|tam ad|isim soyisim|katilimci|氏名|お名前|名前|姓名|参加者|全名|名字|名称|이름|성명|الاسم|الاسم الكامل`,
  first: `first|first name|firstname|given name|given|forename|christian name|vorname|rufname|prenom|prenoms|nombre|nombres|primer nombre|nome|primeiro nome|nome proprio|
    voornaam|roepnaam|fornamn|fornavn|etunimi|imie|jmeno|krestni jmeno|имя|ad|adi|isim|名|下の名前|الاسم الأول`,
  middle: `middle|middle name|middlename|additional name|second name|zweiter vorname|weitere vornamen|deuxieme prenom|segundo nombre|отчество|tussenvoegsel|ミドルネーム`,
  last: `last|last name|lastname|surname|family name|family|familyname|nachname|familienname|zuname|nom|nom de famille|apellido|apellidos|primer apellido|sobrenome|apelido|
    ultimo nome|cognome|achternaam|familienaam|efternamn|etternavn|efternavn|sukunimi|nazwisko|prijmeni|фамилия|soyad|soyadi|soyisim|姓|名字 姓|姓氏|اسم العائلة|اللقب`,
  mobile: `mobile|mobile phone|mobile number|cell|cell phone|cellphone|phone|phones|phone number|telephone|telephone number|tel|handy|handynummer|mobil|mobilnummer|
    mobiltelefon|telefon|telefonnummer|rufnummer|portable|telephone portable|telephone mobile|tel portable|numero de telephone|telefono|telefono movil|movil|celular|
    numero de telefono|telefone|telemovel|cellulare|telefono cellulare|numero di telefono|telefoon|telefoonnummer|mobiel|mobiele nummer|gsm|mobilnr|telefonnr|puhelin|
    puhelinnumero|telefon komorkowy|numer telefonu|komorka|telefonni cislo|мобильный|телефон|мобильный телефон|номер телефона|cep|cep telefonu|telefon numarasi|電話|電話番号|
    携帯|携帯電話|手机|手机号|手机号码|电话|电话号码|휴대폰|전화번호|전화|الهاتف|رقم الهاتف|الجوال`,
  role: `role|roles|suggested role|seat|function|rolle|rollen|funktion|aufgabe|role name|fonction|rol|papel|funcion|funcao|ruolo|funzione|functie|roll|rooli|rola|funkcja|
    funkce|роль|rol adi|gorev|役割|役職|角色|职务|역할|الدور`,
  company: `company|company name|organization|organization name|employer|business|firma|firmenname|unternehmen|arbeitgeber|verein|entreprise|
    societe|empresa|organizacion|organizacao|azienda|societa|bedrijf|bedrijfsnaam|foretag|virksomhed|yritys|firma nazwa|spolecnost|компания|организация|sirket|会社|会社名|
    公司|单位|회사|الشركة`,
  label: `from|reply to|subject|date|von|betreff|de|a|da|oggetto`,
}

/** Words that leave a heading what it is. */
const fillers = new Set(
  `your the my a an of in is are what which please enter type write give full here value primary main preferred work home private personal business other contact required optional
   1 2 3 4 5 address ihre ihr deine dein der die das wie lautet ist bitte geben sie ein private geschaftlich privat dienstlich votre vos le la les l quelle quel est professionnel
   personnel tu su el cual es trabajo personal seu sua o qual il tuo suo jouw uw din ditt twoje twoj vas ваш ваша ваше`.split(/\s+/),
)

const plainLetters: Readonly<Record<string, string>> = { ß: 'ss', ı: 'i', ł: 'l', ø: 'o' }
const marks = /[\u0300-\u036f]/g
/** The words of a heading, whatever its case, accents and marks: "emailAddress" and "EMAIL ADDRESS:" are the same. */
const wordsOf = (heading: string) =>
  heading
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replaceAll('isation', 'ization')
    .replace(/[ßıłø]/g, (letter) => plainLetters[letter] ?? letter)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

const found = new Map<string, Meaning>(
  Object.entries(phrases).flatMap(([meaning, list]) =>
    list.split('|').map((phrase): [string, Meaning] => [wordsOf(phrase).join(' '), meaning as Meaning]),
  ),
)

/** What a heading says of its column; undefined where it is none that is known. */
export function meaningOf(heading: string): Meaning | undefined {
  const words = wordsOf(heading)
  const plain = words.filter((word) => !fillers.has(word))
  return found.get(words.join(' ')) ?? found.get(plain.join(' '))
}
