import { V1_CHANGES } from '@packshot/contract/api/v1/changes';
import { Heading, Name, Text, To, Words } from '../prose.tsx';

const dayFormat = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export default function ChangesPage() {
  return (
    <>
      <Text>
        Additions come at any time, in every version: new calls, fields, headers and codes. Breaking changes
        come only with a new date, which <Name>Packshot-Version</Name> can select (
        <To page="limits" hash="versions">
          versions
        </To>
        ).
      </Text>
      {V1_CHANGES.map(({ date, isVersion, changes }) => (
        <section key={date} aria-labelledby={date}>
          <Heading id={date}>
            <time dateTime={date}>{dayFormat.format(new Date(date))}</time>
          </Heading>
          {isVersion && (
            <p className="text-sm text-muted">
              Version <Name>{date}</Name>
            </p>
          )}
          <ul className="my-3 grid max-w-[44rem] list-disc gap-1.5 pl-5">
            {changes.map((change) => (
              <li key={change}>
                <Words text={change} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
